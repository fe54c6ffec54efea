function _shtab_epicrec_server_scan
  set -g _shtab_epicrec_server_cmdpath ''
  set -g _shtab_epicrec_server_npos 0
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
        if contains -- $t $_shtab_epicrec_server_opts_with_value
          set expect_value 1
        end
        continue
      case '*'
        if test $_shtab_epicrec_server_npos -eq 0
          set -l candidate $t
          if test -n "$_shtab_epicrec_server_cmdpath"
            set candidate "$_shtab_epicrec_server_cmdpath $t"
          end
          if contains -- $candidate $_shtab_epicrec_server_commands
            set -g _shtab_epicrec_server_cmdpath $candidate
            continue
          end
        end
        set -g _shtab_epicrec_server_npos (math $_shtab_epicrec_server_npos + 1)
    end
  end
end

# Condition helper: true if the current (sub)command path equals the given one.
function _shtab_epicrec_server_using
  _shtab_epicrec_server_scan
  test "$_shtab_epicrec_server_cmdpath" = "$argv"
end

set -g _shtab_epicrec_server_commands run train publish status rollback backup restore keys completion
set -g _shtab_epicrec_server_opts_with_value --base-dir --config --database --engine --host --master --port --ratings --table --tls-cert --tls-key --workers

complete -c epicrec-server -e
complete -c epicrec-server -f

complete -c epicrec-server -n _shtab_epicrec_server_using -s h -l help -d 'show this help message and exit'
complete -c epicrec-server -n _shtab_epicrec_server_using -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-server -n _shtab_epicrec_server_using -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-server -n _shtab_epicrec_server_using -l version -d 'the version'
complete -c epicrec-server -n '_shtab_epicrec_server_using; and test $_shtab_epicrec_server_npos -eq 0' -a run -d 'Run the service until interrupted.'
complete -c epicrec-server -n '_shtab_epicrec_server_using run' -s h -l help -d 'show this help message and exit'
complete -c epicrec-server -n '_shtab_epicrec_server_using run' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-server -n '_shtab_epicrec_server_using run' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-server -n '_shtab_epicrec_server_using run' -l config -x -d 'the configuration of a service'
complete -c epicrec-server -n '_shtab_epicrec_server_using run' -l host -x -d '127.0.0.1 if nothing is said'
complete -c epicrec-server -n '_shtab_epicrec_server_using run' -l port -x -d '8765 if nothing is said'
complete -c epicrec-server -n '_shtab_epicrec_server_using run' -l workers -x -d 'processes; 1 if not said'
complete -c epicrec-server -n '_shtab_epicrec_server_using run' -l tls-cert -x -d PEM
complete -c epicrec-server -n '_shtab_epicrec_server_using run' -l tls-key -x -d PEM
complete -c epicrec-server -n '_shtab_epicrec_server_using run' -l database -x -d 'an SQLAlchemy address'
complete -c epicrec-server -n '_shtab_epicrec_server_using run' -l no-model -d 'do not share the model'
complete -c epicrec-server -n '_shtab_epicrec_server_using; and test $_shtab_epicrec_server_npos -eq 0' -a train -d 'Train on public ratings and contributions, and measure the model.'
complete -c epicrec-server -n '_shtab_epicrec_server_using train' -s h -l help -d 'show this help message and exit'
complete -c epicrec-server -n '_shtab_epicrec_server_using train' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-server -n '_shtab_epicrec_server_using train' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-server -n '_shtab_epicrec_server_using train' -l config -x -d 'the configuration of a service'
complete -c epicrec-server -n '_shtab_epicrec_server_using train' -l engine -xka "here spark" -d 'spark: train on a cluster of Apache Spark (extra “spark”)'
complete -c epicrec-server -n '_shtab_epicrec_server_using train' -l ratings -x -d 'in place of the imported ones: Parquet, CSV, a folder of either, or postgresql://…; for spark a path or URL of Parquet'
complete -c epicrec-server -n '_shtab_epicrec_server_using train' -l table -x -d 'of PostgreSQL; ratings if not said'
complete -c epicrec-server -n '_shtab_epicrec_server_using train' -l master -x -d 'for spark: spark://host:7077, yarn, k8s://… or local[2]; else as Spark is configured'
complete -c epicrec-server -n '_shtab_epicrec_server_using; and test $_shtab_epicrec_server_npos -eq 0' -a publish -d 'Train on public ratings and contributions, and publish what is at least as good.'
complete -c epicrec-server -n '_shtab_epicrec_server_using publish' -s h -l help -d 'show this help message and exit'
complete -c epicrec-server -n '_shtab_epicrec_server_using publish' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-server -n '_shtab_epicrec_server_using publish' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-server -n '_shtab_epicrec_server_using publish' -l config -x -d 'the configuration of a service'
complete -c epicrec-server -n '_shtab_epicrec_server_using publish' -l engine -xka "here spark" -d 'spark: train on a cluster of Apache Spark (extra “spark”)'
complete -c epicrec-server -n '_shtab_epicrec_server_using publish' -l ratings -x -d 'in place of the imported ones: Parquet, CSV, a folder of either, or postgresql://…; for spark a path or URL of Parquet'
complete -c epicrec-server -n '_shtab_epicrec_server_using publish' -l table -x -d 'of PostgreSQL; ratings if not said'
complete -c epicrec-server -n '_shtab_epicrec_server_using publish' -l master -x -d 'for spark: spark://host:7077, yarn, k8s://… or local[2]; else as Spark is configured'
complete -c epicrec-server -n '_shtab_epicrec_server_using; and test $_shtab_epicrec_server_npos -eq 0' -a status -d 'The models in use and before, and contributions.'
complete -c epicrec-server -n '_shtab_epicrec_server_using status' -s h -l help -d 'show this help message and exit'
complete -c epicrec-server -n '_shtab_epicrec_server_using status' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-server -n '_shtab_epicrec_server_using status' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-server -n '_shtab_epicrec_server_using status' -l config -x -d 'the configuration of a service'
complete -c epicrec-server -n '_shtab_epicrec_server_using; and test $_shtab_epicrec_server_npos -eq 0' -a rollback -d 'Use the model before the one in use again.'
complete -c epicrec-server -n '_shtab_epicrec_server_using rollback' -s h -l help -d 'show this help message and exit'
complete -c epicrec-server -n '_shtab_epicrec_server_using rollback' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-server -n '_shtab_epicrec_server_using rollback' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-server -n '_shtab_epicrec_server_using rollback' -l config -x -d 'the configuration of a service'
complete -c epicrec-server -n '_shtab_epicrec_server_using; and test $_shtab_epicrec_server_npos -eq 0' -a backup -d 'Write models, keys and an SQLite database into one archive.'
complete -c epicrec-server -n '_shtab_epicrec_server_using backup' -s h -l help -d 'show this help message and exit'
complete -c epicrec-server -n '_shtab_epicrec_server_using backup' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-server -n '_shtab_epicrec_server_using backup' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-server -n '_shtab_epicrec_server_using backup' -l config -x -d 'the configuration of a service'
complete -c epicrec-server -n '_shtab_epicrec_server_using; and test $_shtab_epicrec_server_npos -eq 0' -a restore -d 'Unpack such an archive into the service'"'"'s folder, which has to be empty.'
complete -c epicrec-server -n '_shtab_epicrec_server_using restore' -s h -l help -d 'show this help message and exit'
complete -c epicrec-server -n '_shtab_epicrec_server_using restore' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-server -n '_shtab_epicrec_server_using restore' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-server -n '_shtab_epicrec_server_using restore' -l config -x -d 'the configuration of a service'
complete -c epicrec-server -n '_shtab_epicrec_server_using; and test $_shtab_epicrec_server_npos -eq 0' -a keys -d 'The keys of a closed group.'
complete -c epicrec-server -n '_shtab_epicrec_server_using keys' -s h -l help -d 'show this help message and exit'
complete -c epicrec-server -n '_shtab_epicrec_server_using keys' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-server -n '_shtab_epicrec_server_using keys' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-server -n '_shtab_epicrec_server_using keys' -l config -x -d 'the configuration of a service'
complete -c epicrec-server -n '_shtab_epicrec_server_using keys; and test $_shtab_epicrec_server_npos -eq 0' -ka "add remove list" -d action
complete -c epicrec-server -n '_shtab_epicrec_server_using; and test $_shtab_epicrec_server_npos -eq 0' -a completion -d 'Print what completes commands in your shell.'
complete -c epicrec-server -n '_shtab_epicrec_server_using completion' -s h -l help -d 'show this help message and exit'
complete -c epicrec-server -n '_shtab_epicrec_server_using completion' -l base-dir -x -d 'keep everything under this folder'
complete -c epicrec-server -n '_shtab_epicrec_server_using completion' -l json -d 'one JSON document on stdout, progress on stderr'
complete -c epicrec-server -n '_shtab_epicrec_server_using completion; and test $_shtab_epicrec_server_npos -eq 0' -ka "bash zsh fish" -d shell
