_shtab_epicrec_lab_evaluate_subparsers=(calibration quantification recommendation contribution circle starter perturbation multiupp multitrust runtime heterogeneous)
_shtab_epicrec_lab_subparsers=(evaluate audit bench completion)

_shtab_epicrec_lab_evaluate_calibration_option_strings=(-h --help --base-dir --json --catalog --items --users-items --population --out)
_shtab_epicrec_lab_evaluate_quantification_option_strings=(-h --help --base-dir --json --catalog --items --users-items --population --out --seed --runs)
_shtab_epicrec_lab_evaluate_recommendation_option_strings=(-h --help --base-dir --json --catalog --items --users-items --population --out --seed --users-train --input-fraction --epsilon)
_shtab_epicrec_lab_evaluate_contribution_option_strings=(-h --help --base-dir --json --catalog --items --users-items --population --out --seed --epsilon)
_shtab_epicrec_lab_evaluate_circle_option_strings=(-h --help --base-dir --json --catalog --items --users-items --population --out --seed --people)
_shtab_epicrec_lab_evaluate_starter_option_strings=(-h --help --base-dir --json --catalog --items --users-items --population --out --seed)
_shtab_epicrec_lab_evaluate_perturbation_option_strings=(-h --help --base-dir --json --catalog --items --users-items --population --out --seed --users --epsilon --few-categories)
_shtab_epicrec_lab_evaluate_multiupp_option_strings=(-h --help --base-dir --json --catalog --items --users-items --population --out --seed --draws --epsilon)
_shtab_epicrec_lab_evaluate_multitrust_option_strings=(-h --help --base-dir --json --catalog --items --users-items --population --out --seed --labeled)
_shtab_epicrec_lab_evaluate_runtime_option_strings=(-h --help --base-dir --json --catalog --items --users-items --population --out --seed --copies)
_shtab_epicrec_lab_evaluate_heterogeneous_option_strings=(-h --help --base-dir --json --catalog --items --users-items --population --out --seed --users --epsilon --share --weight)
_shtab_epicrec_lab_evaluate_option_strings=(-h --help --base-dir --json)
_shtab_epicrec_lab_audit_option_strings=(-h --help --base-dir --json --samples)
_shtab_epicrec_lab_bench_option_strings=(-h --help --base-dir --json --catalog --rows --titles --people --minutes)
_shtab_epicrec_lab_completion_option_strings=(-h --help --base-dir --json)
_shtab_epicrec_lab_option_strings=(-h --help --base-dir --json --version)



_shtab_epicrec_lab_evaluate_pos_0_choices=(calibration quantification recommendation contribution circle starter perturbation multiupp multitrust runtime heterogeneous)
_shtab_epicrec_lab_bench_pos_0_choices=(blocks confinement import perturbation ranking responsive scan search server spark start wall)
_shtab_epicrec_lab_completion_pos_0_choices=(bash zsh fish)
_shtab_epicrec_lab_pos_0_choices=(evaluate audit bench completion)

_shtab_epicrec_lab_evaluate_calibration__h_nargs=0
_shtab_epicrec_lab_evaluate_calibration___help_nargs=0
_shtab_epicrec_lab_evaluate_calibration___json_nargs=0
_shtab_epicrec_lab_evaluate_quantification__h_nargs=0
_shtab_epicrec_lab_evaluate_quantification___help_nargs=0
_shtab_epicrec_lab_evaluate_quantification___json_nargs=0
_shtab_epicrec_lab_evaluate_recommendation__h_nargs=0
_shtab_epicrec_lab_evaluate_recommendation___help_nargs=0
_shtab_epicrec_lab_evaluate_recommendation___json_nargs=0
_shtab_epicrec_lab_evaluate_recommendation___epsilon_nargs=+
_shtab_epicrec_lab_evaluate_contribution__h_nargs=0
_shtab_epicrec_lab_evaluate_contribution___help_nargs=0
_shtab_epicrec_lab_evaluate_contribution___json_nargs=0
_shtab_epicrec_lab_evaluate_contribution___epsilon_nargs=+
_shtab_epicrec_lab_evaluate_circle__h_nargs=0
_shtab_epicrec_lab_evaluate_circle___help_nargs=0
_shtab_epicrec_lab_evaluate_circle___json_nargs=0
_shtab_epicrec_lab_evaluate_starter__h_nargs=0
_shtab_epicrec_lab_evaluate_starter___help_nargs=0
_shtab_epicrec_lab_evaluate_starter___json_nargs=0
_shtab_epicrec_lab_evaluate_perturbation__h_nargs=0
_shtab_epicrec_lab_evaluate_perturbation___help_nargs=0
_shtab_epicrec_lab_evaluate_perturbation___json_nargs=0
_shtab_epicrec_lab_evaluate_perturbation___epsilon_nargs=+
_shtab_epicrec_lab_evaluate_perturbation___few_categories_nargs=0
_shtab_epicrec_lab_evaluate_multiupp__h_nargs=0
_shtab_epicrec_lab_evaluate_multiupp___help_nargs=0
_shtab_epicrec_lab_evaluate_multiupp___json_nargs=0
_shtab_epicrec_lab_evaluate_multiupp___epsilon_nargs=+
_shtab_epicrec_lab_evaluate_multitrust__h_nargs=0
_shtab_epicrec_lab_evaluate_multitrust___help_nargs=0
_shtab_epicrec_lab_evaluate_multitrust___json_nargs=0
_shtab_epicrec_lab_evaluate_runtime__h_nargs=0
_shtab_epicrec_lab_evaluate_runtime___help_nargs=0
_shtab_epicrec_lab_evaluate_runtime___json_nargs=0
_shtab_epicrec_lab_evaluate_runtime___copies_nargs=+
_shtab_epicrec_lab_evaluate_heterogeneous__h_nargs=0
_shtab_epicrec_lab_evaluate_heterogeneous___help_nargs=0
_shtab_epicrec_lab_evaluate_heterogeneous___json_nargs=0
_shtab_epicrec_lab_evaluate_heterogeneous___epsilon_nargs=+
_shtab_epicrec_lab_evaluate_heterogeneous___share_nargs=+
_shtab_epicrec_lab_evaluate_pos_0_nargs=A...
_shtab_epicrec_lab_evaluate__h_nargs=0
_shtab_epicrec_lab_evaluate___help_nargs=0
_shtab_epicrec_lab_evaluate___json_nargs=0
_shtab_epicrec_lab_audit__h_nargs=0
_shtab_epicrec_lab_audit___help_nargs=0
_shtab_epicrec_lab_audit___json_nargs=0
_shtab_epicrec_lab_bench__h_nargs=0
_shtab_epicrec_lab_bench___help_nargs=0
_shtab_epicrec_lab_bench___json_nargs=0
_shtab_epicrec_lab_completion__h_nargs=0
_shtab_epicrec_lab_completion___help_nargs=0
_shtab_epicrec_lab_completion___json_nargs=0
_shtab_epicrec_lab_pos_0_nargs=A...
_shtab_epicrec_lab__h_nargs=0
_shtab_epicrec_lab___help_nargs=0
_shtab_epicrec_lab___json_nargs=0
_shtab_epicrec_lab___version_nargs=0


# $1=COMP_WORDS[1]
_shtab_compgen_files() {
  compgen -f -- $1  # files
}

# $1=COMP_WORDS[1]
_shtab_compgen_dirs() {
  compgen -d -- $1  # recurse into subdirs
}

# $1=COMP_WORDS[1]
_shtab_replace_nonword() {
  echo "${1//[^[:word:]]/_}"
}

# set default values (called for the initial parser & any subparsers)
_set_parser_defaults() {
  local subparsers_var="${prefix}_subparsers[@]"
  sub_parsers=${!subparsers_var-}

  local current_option_strings_var="${prefix}_option_strings[@]"
  current_option_strings=${!current_option_strings_var}

  completed_positional_actions=0

  _set_new_action "pos_$completed_positional_actions" true
}

# $1=action identifier
# $2=positional action (bool)
# set all identifiers for an action's parameters
_set_new_action() {
  current_action="${prefix}_$(_shtab_replace_nonword $1)"

  local current_action_compgen_var=${current_action}_COMPGEN
  current_action_compgen="${!current_action_compgen_var-}"

  local current_action_choices_var="${current_action}_choices[@]"
  current_action_choices="${!current_action_choices_var-}"

  local current_action_nargs_var="${current_action}_nargs"
  if [ -n "${!current_action_nargs_var-}" ]; then
    current_action_nargs="${!current_action_nargs_var}"
  else
    current_action_nargs=1
  fi

  current_action_args_start_index=$(( $word_index + 1 - $pos_only ))

  current_action_is_positional=$2
}

# Notes:
# `COMPREPLY`: what will be rendered after completion is triggered
# `completing_word`: currently typed word to generate completions for
# `${!var}`: evaluates the content of `var` and expand its content as a variable
#     hello="world"
#     x="hello"
#     ${!x} -> ${hello} -> "world"
_shtab_epicrec_lab() {
  local completing_word="${COMP_WORDS[COMP_CWORD]}"
  local previous_word="${COMP_WORDS[COMP_CWORD-1]}"
  local completed_positional_actions
  local current_action
  local current_action_args_start_index
  local current_action_choices
  local current_action_compgen
  local current_action_is_positional
  local current_action_nargs
  local current_option_strings
  local sub_parsers
  COMPREPLY=()

  local prefix=_shtab_epicrec_lab
  local word_index=0
  local pos_only=0 # "--" delimiter not encountered yet
  _set_parser_defaults
  word_index=1

  # determine what arguments are appropriate for the current state
  # of the arg parser
  while [ $word_index -ne $COMP_CWORD ]; do
    local this_word="${COMP_WORDS[$word_index]}"

    if [[ $pos_only = 1 || " $this_word " != " -- " ]]; then
      if [[ -n $sub_parsers && " ${sub_parsers[@]} " == *" $this_word "* ]]; then
        # valid subcommand: add it to the prefix & reset the current action
        prefix="${prefix}_$(_shtab_replace_nonword $this_word)"
        _set_parser_defaults
      fi

      if [[ " ${current_option_strings[@]} " == *" $this_word "* ]]; then
        # a new action should be acquired (due to recognised option string or
        # no more input expected from current action);
        # the next positional action can fill in here
        _set_new_action $this_word false
      fi

      if [[ "$current_action_nargs" != "*" ]] && \
         [[ "$current_action_nargs" != "+" ]] && \
         [[ "$current_action_nargs" != "?" ]] && \
         [[ "$current_action_nargs" != *"..." ]] && \
         (( $word_index + 1 - $current_action_args_start_index - $pos_only >= \
            $current_action_nargs )); then
        $current_action_is_positional && let "completed_positional_actions += 1"
        _set_new_action "pos_$completed_positional_actions" true
      fi
    else
      pos_only=1 # "--" delimiter encountered
    fi

    let "word_index+=1"
  done

  # Generate the completions

  COMPREPLY=()
  if [[ $pos_only = 0 && "$completing_word" == -* &&
        ( -z "$current_action_compgen" || "$current_action_is_positional" = true ) ]]; then
    # optional argument started: use option strings
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(
      compgen -W "${current_option_strings[*]}" -- "$completing_word")
  elif [[ "$previous_word" =~ ^[0-9\&]*[\<\>]\>?$ ]]; then
    # handle redirection operators
    compopt -o filenames 2>/dev/null || : # bash>=4
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(compgen -f -- "$completing_word")
  else
    # use choices & compgen
    local action_compgen_word="$completing_word"
    # handle tab-completing in the middle of a line (#248 <- #116)
    [[ -n "$current_action_compgen" && "$completing_word" == -* ]] && action_compgen_word=""
    [ -n "$current_action_compgen" ] && {
      [[ "$current_action_compgen" =~ _(file|dir|glob|FILE|DIR|GLOB)|File|Dir|Glob ]] &&
        compopt -o filenames 2>/dev/null || : # bash>=4
      while IFS= read -r line; do COMPREPLY+=("$line"); done < <(
        "$current_action_compgen" "$action_compgen_word")
    }
    while IFS= read -r line; do COMPREPLY+=("$line"); done < <(
      compgen -W "${current_action_choices[*]}" -- "$completing_word")
  fi

  if [[ ${#COMPREPLY[@]} = 0 ]]; then
    # native fallback matches are not necessarily filenames (e.g. variables)
    compopt +o filenames 2>/dev/null || : # bash>=4
  fi

  return 0
}

complete -o bashdefault -F _shtab_epicrec_lab epicrec-lab
