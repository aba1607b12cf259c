# Completion of boardcover for bash.  Commands and options come from the program itself, so that they
# are always up to date; only the values of options are listed here.

# The commands, from the list of `boardcover help`.
_boardcover_commands() {
  "$1" help 2>/dev/null | sed -n 's/^  \([a-z]*\) .*/\1/p' | grep -v '^boardcover$'
  echo help
}

# The options of a command.
_boardcover_options() {
  "$1" "$2" --help 2>/dev/null | grep -o -e '--[a-z][a-z-]*' | sort -u
}

# The names of the catalog.
_boardcover_names() {
  "$1" catalog --json 2>/dev/null | grep -o '"name":"[^"]*"' | cut -d '"' -f 4 | sort -u
}

# The words of --without, from the help of a command, where they follow a colon on one or more lines.
_boardcover_without() {
  "$1" "$2" --help 2>/dev/null | tr -s '\n ' ' ' | sed -n 's/.* --without=WORDS [^:]*: \([a-z, ]*\) .*/\1/p' | tr -d ,
}

# The words that an option of a command accepts, on one line; empty if it accepts any text or none.
_boardcover_values() {
  case $2 in
  --engine) echo auto brute search frontier sat match ;;
  --without) _boardcover_without "$1" "$3" ;;
  --lattice) echo square cube hex triangle ;;
  --progress) echo auto always never ;;
  --style) echo letters boxes blocks ;;
  --colour-by) echo piece placement orientation neighbour ;;
  --grow) echo rows columns layers ;;
  --to) [[ $3 == sequence ]] || echo yaml json dlx dimacs ;;
  --wrap) echo none columns rows both ;;
  -p | --pieces) _boardcover_names "$1" ;;
  esac
}

_boardcover() {
  local program=$1 command=${COMP_WORDS[1]-} word=$2 last=$3 words=
  # bash splits --engine=search at the equals sign.
  if [[ $word == = ]]; then
    word=
  elif [[ $last == = ]]; then
    last=${COMP_WORDS[COMP_CWORD - 2]}
  fi
  if ((COMP_CWORD == 1)); then
    words=$(_boardcover_commands "$program")
    [[ $word == -* ]] && words='--help --version'
  elif [[ $word == -* ]]; then
    words=$(_boardcover_options "$program" "$command")
  else
    words=$(_boardcover_values "$program" "$last" "$command")
    case $command,$words,$last in
    *,,-o | *,,--output) ;; # a file
    help,,*) words=$(_boardcover_commands "$program") ;;
    judge,,*) words='algospot algospot2 programmers arrows' ;;
    catalog,,*) words=$(_boardcover_names "$program") ;;
    esac
  fi
  # No suggestions: bash completes file names.
  mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -o default -F _boardcover boardcover
