function _shtab_epicrec_lab_scan
  set -g _shtab_epicrec_lab_cmdpath ''
  set -g _shtab_epicrec_lab_npos 0
  set -l tokens (commandline -opc)
  set -e tokens[1]
  set -l expect_value 0
  for t in $tokens
    if test $expect_value -eq 1
      set expect_value 0
      continue
    end
    switch "$t"
      case '--*=*'
        continue
      case '-*'
        if contains -- $t $_shtab_epicrec_lab_opts_with_value
          set expect_value 1
        end
        continue
      case '*'
        if test $_shtab_epicrec_lab_npos -eq 0
          set -l candidate $t
          if test -n "$_shtab_epicrec_lab_cmdpath"
            set candidate "$_shtab_epicrec_lab_cmdpath $t"
          end
          if contains -- $candidate $_shtab_epicrec_lab_commands
            set -g _shtab_epicrec_lab_cmdpath $candidate
            continue
          end
        end
        set -g _shtab_epicrec_lab_npos (math $_shtab_epicrec_lab_npos + 1)
    end
  end
end

# Condition helper: true if the current (sub)command path equals the given one.
function _shtab_epicrec_lab_using
  _shtab_epicrec_lab_scan
  test "$_shtab_epicrec_lab_cmdpath" = "$argv"
end

set -g _shtab_epicrec_lab_commands evaluate 'evaluate calibration' 'evaluate quantification' 'evaluate recommendation' 'evaluate contribution' 'evaluate circle' 'evaluate starter' 'evaluate perturbation' 'evaluate multiupp' 'evaluate multitrust' 'evaluate runtime' 'evaluate heterogeneous' audit bench completion
set -g _shtab_epicrec_lab_opts_with_value --base-dir --catalog --copies --draws --epsilon --input-fraction --items --labeled --minutes --out --people --population --rows --runs --samples --seed --share --titles --users --users-items --users-train --weight

complete -c epicrec-lab -e
complete -c epicrec-lab -f

complete -c epicrec-lab -n _shtab_epicrec_lab_using -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n _shtab_epicrec_lab_using -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n _shtab_epicrec_lab_using -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n _shtab_epicrec_lab_using -l version -d 'the version'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using; and test $_shtab_epicrec_lab_npos -eq 0' -a evaluate -d 'The papers'"'"' experiments.'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate' -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate; and test $_shtab_epicrec_lab_npos -eq 0' -a calibration -d 'Noise scales of the paper'"'"'s example and of a catalog (EpicRec, figure 4).'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate calibration' -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate calibration' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate calibration' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate calibration' -l catalog -x -d 'a MovieLens folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate calibration' -l items -x -d 'CSV with columns item and category, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate calibration' -l users-items -x -d 'CSV with columns user and item, beside --items'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate calibration' -l population -x -d 'so many synthetic people with known tastes, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate calibration' -l out -x -d 'save plots here'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate; and test $_shtab_epicrec_lab_npos -eq 0' -a quantification -d 'The privacy budget of Perturbed Release (EpicRec, S-PBQ).'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate quantification' -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate quantification' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate quantification' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate quantification' -l catalog -x -d 'a MovieLens folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate quantification' -l items -x -d 'CSV with columns item and category, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate quantification' -l users-items -x -d 'CSV with columns user and item, beside --items'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate quantification' -l population -x -d 'so many synthetic people with known tastes, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate quantification' -l out -x -d 'save plots here'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate quantification' -l seed -x -d 'of everything that is random; fixed by default'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate quantification' -l runs -x -d 'how many runs, ten if not given'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate; and test $_shtab_epicrec_lab_npos -eq 0' -a recommendation -d 'What a released profile is worth to a recommender, and what ranking here is worth.'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate recommendation' -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate recommendation' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate recommendation' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate recommendation' -l catalog -x -d 'a MovieLens folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate recommendation' -l items -x -d 'CSV with columns item and category, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate recommendation' -l users-items -x -d 'CSV with columns user and item, beside --items'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate recommendation' -l population -x -d 'so many synthetic people with known tastes, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate recommendation' -l out -x -d 'save plots here'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate recommendation' -l seed -x -d 'of everything that is random; fixed by default'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate recommendation' -l users-train -x -d 'part of the users that models are trained on'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate recommendation' -l input-fraction -x -d 'part of each history that a method is shown'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate recommendation' -l epsilon -x -d 'privacy budgets'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate; and test $_shtab_epicrec_lab_npos -eq 0' -a contribution -d 'From how many contributions, at what budget, a model beats its public seed alone.'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate contribution' -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate contribution' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate contribution' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate contribution' -l catalog -x -d 'a MovieLens folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate contribution' -l items -x -d 'CSV with columns item and category, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate contribution' -l users-items -x -d 'CSV with columns user and item, beside --items'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate contribution' -l population -x -d 'so many synthetic people with known tastes, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate contribution' -l out -x -d 'save plots here'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate contribution' -l seed -x -d 'of everything that is random; fixed by default'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate contribution' -l epsilon -x -d 'privacy budgets'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate; and test $_shtab_epicrec_lab_npos -eq 0' -a circle -d 'People who contribute over HTTP to a real service, liars among them.'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate circle' -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate circle' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate circle' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate circle' -l catalog -x -d 'a MovieLens folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate circle' -l items -x -d 'CSV with columns item and category, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate circle' -l users-items -x -d 'CSV with columns user and item, beside --items'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate circle' -l population -x -d 'so many synthetic people with known tastes, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate circle' -l out -x -d 'save plots here'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate circle' -l seed -x -d 'of everything that is random; fixed by default'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate circle' -l people -x -d 'how many contribute'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate; and test $_shtab_epicrec_lab_npos -eq 0' -a starter -d 'How good rows are before any import, on the people of public ratings.'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate starter' -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate starter' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate starter' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate starter' -l catalog -x -d 'a MovieLens folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate starter' -l items -x -d 'CSV with columns item and category, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate starter' -l users-items -x -d 'CSV with columns user and item, beside --items'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate starter' -l population -x -d 'so many synthetic people with known tastes, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate starter' -l out -x -d 'save plots here'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate starter' -l seed -x -d 'of everything that is random; fixed by default'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate; and test $_shtab_epicrec_lab_npos -eq 0' -a perturbation -d 'What is left of category counts (EpicRec, figures 5a and 6a).'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate perturbation' -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate perturbation' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate perturbation' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate perturbation' -l catalog -x -d 'a MovieLens folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate perturbation' -l items -x -d 'CSV with columns item and category, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate perturbation' -l users-items -x -d 'CSV with columns user and item, beside --items'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate perturbation' -l population -x -d 'so many synthetic people with known tastes, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate perturbation' -l out -x -d 'save plots here'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate perturbation' -l seed -x -d 'of everything that is random; fixed by default'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate perturbation' -l users -x -d 'how many public users'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate perturbation' -l epsilon -x -d 'privacy budgets'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate perturbation' -l few-categories -d 'as few categories to a movie as MovieLens-1M has, and movies up to its year'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate; and test $_shtab_epicrec_lab_npos -eq 0' -a multiupp -d 'Gain of optimized noise under budgets per category (DP-MultiUPP, figures 2 to 4).'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multiupp' -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multiupp' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multiupp' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multiupp' -l catalog -x -d 'a MovieLens folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multiupp' -l items -x -d 'CSV with columns item and category, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multiupp' -l users-items -x -d 'CSV with columns user and item, beside --items'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multiupp' -l population -x -d 'so many synthetic people with known tastes, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multiupp' -l out -x -d 'save plots here'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multiupp' -l seed -x -d 'of everything that is random; fixed by default'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multiupp' -l draws -x -d 'how many random sets of budgets'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multiupp' -l epsilon -x -d 'privacy budgets'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate; and test $_shtab_epicrec_lab_npos -eq 0' -a multitrust -d 'Copies for several providers: coalitions, nested or not (multilevel trust, figures 2–5).'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multitrust' -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multitrust' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multitrust' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multitrust' -l catalog -x -d 'a MovieLens folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multitrust' -l items -x -d 'CSV with columns item and category, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multitrust' -l users-items -x -d 'CSV with columns user and item, beside --items'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multitrust' -l population -x -d 'so many synthetic people with known tastes, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multitrust' -l out -x -d 'save plots here'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multitrust' -l seed -x -d 'of everything that is random; fixed by default'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate multitrust' -l labeled -x -d 'a table of numbers, the label last'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate; and test $_shtab_epicrec_lab_npos -eq 0' -a runtime -d 'How long quantification and perturbation take (EpicRec, figure 7).'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate runtime' -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate runtime' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate runtime' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate runtime' -l catalog -x -d 'a MovieLens folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate runtime' -l items -x -d 'CSV with columns item and category, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate runtime' -l users-items -x -d 'CSV with columns user and item, beside --items'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate runtime' -l population -x -d 'so many synthetic people with known tastes, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate runtime' -l out -x -d 'save plots here'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate runtime' -l seed -x -d 'of everything that is random; fixed by default'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate runtime' -l copies -x -d 'how many times as many movies as the catalog has'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate; and test $_shtab_epicrec_lab_npos -eq 0' -a heterogeneous -d 'What a weight per item costs (Alaggan, Gambs and Kermarrec).'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate heterogeneous' -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate heterogeneous' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate heterogeneous' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate heterogeneous' -l catalog -x -d 'a MovieLens folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate heterogeneous' -l items -x -d 'CSV with columns item and category, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate heterogeneous' -l users-items -x -d 'CSV with columns user and item, beside --items'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate heterogeneous' -l population -x -d 'so many synthetic people with known tastes, in place of a catalog'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate heterogeneous' -l out -x -d 'save plots here'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate heterogeneous' -l seed -x -d 'of everything that is random; fixed by default'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate heterogeneous' -l users -x -d 'how many public users'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate heterogeneous' -l epsilon -x -d 'privacy budgets'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate heterogeneous' -l share -x -d 'shares of sensitive items'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using evaluate heterogeneous' -l weight -x -d 'part of ε that a sensitive item may cost'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using; and test $_shtab_epicrec_lab_npos -eq 0' -a audit -d 'The black-box privacy audit, on made-up histories.'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using audit' -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using audit' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using audit' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using audit' -l samples -x -d 'releases of each history that certify a claim; 2,000 by default'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using; and test $_shtab_epicrec_lab_npos -eq 0' -a bench -d 'The benchmarks.'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using bench' -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using bench' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using bench' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using bench' -l catalog -x -d DIR
complete -c epicrec-lab -n '_shtab_epicrec_lab_using bench' -l rows -x -d 'of history, for scan and confinement; 1,000,000 by default'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using bench' -l titles -x -d 'of the catalog, for blocks, import, scan, ranking, search, server, spark, wall'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using bench' -l people -x -d 'who rate, for blocks, import and spark'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using bench' -l minutes -x -d 'of load, for server: what that does to its memory'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using bench; and test $_shtab_epicrec_lab_npos -eq 0' -ka "blocks confinement import perturbation ranking responsive scan search server spark start wall" -d name
complete -c epicrec-lab -n '_shtab_epicrec_lab_using; and test $_shtab_epicrec_lab_npos -eq 0' -a completion -d 'Print what completes commands in your shell.'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using completion' -s h -l help -d 'show this help message and exit'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using completion' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using completion' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-lab -n '_shtab_epicrec_lab_using completion; and test $_shtab_epicrec_lab_npos -eq 0' -ka "bash zsh fish" -d shell
