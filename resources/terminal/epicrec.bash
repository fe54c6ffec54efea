_shtab_epicrec_contribute_subparsers=(status preview send withdraw)
_shtab_epicrec_library_subparsers=(confirm reject forget add refuse unplaced place correct search review weight rate import export year)
_shtab_epicrec_watchlist_subparsers=(add remove)
_shtab_epicrec_catalog_subparsers=(info import update posters)
_shtab_epicrec_privacy_subparsers=(show set mechanism)
_shtab_epicrec_providers_subparsers=(list add key show as-nobody trust remove use test refresh)
_shtab_epicrec_protect_subparsers=(status on off change recover code start-anew)
_shtab_epicrec_people_subparsers=(list add rename remove)
_shtab_epicrec_update_subparsers=(check)
_shtab_epicrec_subparsers=(run browsers scan preview release recommend tonight contribute ledger activity assistant library watchlist catalog match train privacy providers export import restore protect people erase update completion selfcheck)

_shtab_epicrec_run_option_strings=(-h --help --base-dir --person --json --profile --sample --level --provider --clock-is-right)
_shtab_epicrec_browsers_option_strings=(-h --help --base-dir --person --json --revoke)
_shtab_epicrec_scan_option_strings=(-h --help --base-dir --person --json --profile)
_shtab_epicrec_preview_option_strings=(-h --help --base-dir --person --json --provider)
_shtab_epicrec_release_option_strings=(-h --help --base-dir --person --json --provider --clock-is-right --draw)
_shtab_epicrec_recommend_option_strings=(-h --help --base-dir --person --json --provider --clock-is-right)
_shtab_epicrec_tonight_option_strings=(-h --help --base-dir --person --json --with --viewer --minutes)
_shtab_epicrec_contribute_status_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_contribute_preview_option_strings=(-h --help --base-dir --person --json --provider)
_shtab_epicrec_contribute_send_option_strings=(-h --help --base-dir --person --json --provider)
_shtab_epicrec_contribute_withdraw_option_strings=(-h --help --base-dir --person --json --provider)
_shtab_epicrec_contribute_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_ledger_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_activity_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_assistant_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_library_confirm_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_library_reject_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_library_forget_option_strings=(-h --help --base-dir --person --json --deleted --yes)
_shtab_epicrec_library_add_option_strings=(-h --help --base-dir --person --json --anyway --category --imdb)
_shtab_epicrec_library_refuse_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_library_unplaced_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_library_place_option_strings=(-h --help --base-dir --person --json --own --drop --year)
_shtab_epicrec_library_correct_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_library_search_option_strings=(-h --help --base-dir --person --json --limit)
_shtab_epicrec_library_review_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_library_weight_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_library_rate_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_library_import_option_strings=(-h --help --base-dir --json --preview --person --take)
_shtab_epicrec_library_export_option_strings=(-h --help --base-dir --person --json --force)
_shtab_epicrec_library_year_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_library_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_watchlist_add_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_watchlist_remove_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_watchlist_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_catalog_info_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_catalog_import_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_catalog_update_option_strings=(-h --help --base-dir --person --json --since)
_shtab_epicrec_catalog_posters_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_catalog_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_match_option_strings=(-h --help --base-dir --person --json --catalog --rows)
_shtab_epicrec_train_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_privacy_show_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_privacy_set_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_privacy_mechanism_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_privacy_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_providers_list_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_providers_add_option_strings=(-h --help --base-dir --person --json --certificate --trust --replace --key-file)
_shtab_epicrec_providers_key_option_strings=(-h --help --base-dir --person --json --key-file --remove)
_shtab_epicrec_providers_show_option_strings=(-h --help --base-dir --person --json --try)
_shtab_epicrec_providers_as_nobody_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_providers_trust_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_providers_remove_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_providers_use_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_providers_test_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_providers_refresh_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_providers_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_export_option_strings=(-h --help --base-dir --person --json --force)
_shtab_epicrec_import_option_strings=(-h --help --base-dir --person --json --preview --yes)
_shtab_epicrec_restore_option_strings=(-h --help --base-dir --person --json --yes)
_shtab_epicrec_protect_status_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_protect_on_option_strings=(-h --help --base-dir --person --json --passphrase --yes)
_shtab_epicrec_protect_off_option_strings=(-h --help --base-dir --person --json --yes)
_shtab_epicrec_protect_change_option_strings=(-h --help --base-dir --person --json --passphrase)
_shtab_epicrec_protect_recover_option_strings=(-h --help --base-dir --person --json --passphrase)
_shtab_epicrec_protect_code_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_protect_start_anew_option_strings=(-h --help --base-dir --person --json --yes)
_shtab_epicrec_protect_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_people_list_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_people_add_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_people_rename_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_people_remove_option_strings=(-h --help --base-dir --person --json --yes)
_shtab_epicrec_people_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_erase_option_strings=(-h --help --base-dir --person --json --everybody --yes)
_shtab_epicrec_update_check_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_update_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_completion_option_strings=(-h --help --base-dir --person --json)
_shtab_epicrec_selfcheck_option_strings=(-h --help --base-dir --person --json --no-window)
_shtab_epicrec_option_strings=(-h --help --base-dir --person --json --version)



_shtab_epicrec_run___level_choices=(no perturbed all)
_shtab_epicrec_contribute_pos_0_choices=(status preview send withdraw)
_shtab_epicrec_library_add___category_choices=(Action Adventure Animation Children Comedy Crime Documentary Drama Fantasy Film-Noir Horror Musical Mystery Romance Sci-Fi Thriller War Western)
_shtab_epicrec_library_rate_pos_1_choices=(liked disliked again none)
_shtab_epicrec_library_pos_0_choices=(confirm reject forget add refuse unplaced place correct search review weight rate import export year)
_shtab_epicrec_watchlist_pos_0_choices=(add remove)
_shtab_epicrec_catalog_pos_0_choices=(info import update posters)
_shtab_epicrec_privacy_set_pos_1_choices=(no perturbed all default)
_shtab_epicrec_privacy_mechanism_pos_0_choices=(improved published learned)
_shtab_epicrec_privacy_pos_0_choices=(show set mechanism)
_shtab_epicrec_providers_as_nobody_pos_1_choices=(on off)
_shtab_epicrec_providers_pos_0_choices=(list add key show as-nobody trust remove use test refresh)
_shtab_epicrec_protect_pos_0_choices=(status on off change recover code start-anew)
_shtab_epicrec_people_pos_0_choices=(list add rename remove)
_shtab_epicrec_update_pos_0_choices=(check)
_shtab_epicrec_completion_pos_0_choices=(bash zsh fish)
_shtab_epicrec_pos_0_choices=(run browsers scan preview release recommend tonight contribute ledger activity assistant library watchlist catalog match train privacy providers export import restore protect people erase update completion selfcheck)

_shtab_epicrec_run__h_nargs=0
_shtab_epicrec_run___help_nargs=0
_shtab_epicrec_run___json_nargs=0
_shtab_epicrec_run___sample_nargs=0
_shtab_epicrec_run___clock_is_right_nargs=0
_shtab_epicrec_browsers__h_nargs=0
_shtab_epicrec_browsers___help_nargs=0
_shtab_epicrec_browsers___json_nargs=0
_shtab_epicrec_scan__h_nargs=0
_shtab_epicrec_scan___help_nargs=0
_shtab_epicrec_scan___json_nargs=0
_shtab_epicrec_preview__h_nargs=0
_shtab_epicrec_preview___help_nargs=0
_shtab_epicrec_preview___json_nargs=0
_shtab_epicrec_release__h_nargs=0
_shtab_epicrec_release___help_nargs=0
_shtab_epicrec_release___json_nargs=0
_shtab_epicrec_release___clock_is_right_nargs=0
_shtab_epicrec_release___draw_nargs=0
_shtab_epicrec_recommend__h_nargs=0
_shtab_epicrec_recommend___help_nargs=0
_shtab_epicrec_recommend___json_nargs=0
_shtab_epicrec_recommend___clock_is_right_nargs=0
_shtab_epicrec_tonight__h_nargs=0
_shtab_epicrec_tonight___help_nargs=0
_shtab_epicrec_tonight___json_nargs=0
_shtab_epicrec_contribute_status__h_nargs=0
_shtab_epicrec_contribute_status___help_nargs=0
_shtab_epicrec_contribute_status___json_nargs=0
_shtab_epicrec_contribute_preview__h_nargs=0
_shtab_epicrec_contribute_preview___help_nargs=0
_shtab_epicrec_contribute_preview___json_nargs=0
_shtab_epicrec_contribute_send__h_nargs=0
_shtab_epicrec_contribute_send___help_nargs=0
_shtab_epicrec_contribute_send___json_nargs=0
_shtab_epicrec_contribute_withdraw__h_nargs=0
_shtab_epicrec_contribute_withdraw___help_nargs=0
_shtab_epicrec_contribute_withdraw___json_nargs=0
_shtab_epicrec_contribute_pos_0_nargs=A...
_shtab_epicrec_contribute__h_nargs=0
_shtab_epicrec_contribute___help_nargs=0
_shtab_epicrec_contribute___json_nargs=0
_shtab_epicrec_ledger__h_nargs=0
_shtab_epicrec_ledger___help_nargs=0
_shtab_epicrec_ledger___json_nargs=0
_shtab_epicrec_activity__h_nargs=0
_shtab_epicrec_activity___help_nargs=0
_shtab_epicrec_activity___json_nargs=0
_shtab_epicrec_assistant__h_nargs=0
_shtab_epicrec_assistant___help_nargs=0
_shtab_epicrec_assistant___json_nargs=0
_shtab_epicrec_library_confirm_pos_0_nargs=+
_shtab_epicrec_library_confirm__h_nargs=0
_shtab_epicrec_library_confirm___help_nargs=0
_shtab_epicrec_library_confirm___json_nargs=0
_shtab_epicrec_library_reject_pos_0_nargs=+
_shtab_epicrec_library_reject__h_nargs=0
_shtab_epicrec_library_reject___help_nargs=0
_shtab_epicrec_library_reject___json_nargs=0
_shtab_epicrec_library_forget_pos_0_nargs='*'
_shtab_epicrec_library_forget__h_nargs=0
_shtab_epicrec_library_forget___help_nargs=0
_shtab_epicrec_library_forget___json_nargs=0
_shtab_epicrec_library_forget___deleted_nargs=0
_shtab_epicrec_library_forget___yes_nargs=0
_shtab_epicrec_library_add_pos_0_nargs=+
_shtab_epicrec_library_add__h_nargs=0
_shtab_epicrec_library_add___help_nargs=0
_shtab_epicrec_library_add___json_nargs=0
_shtab_epicrec_library_add___anyway_nargs=0
_shtab_epicrec_library_refuse_pos_0_nargs=+
_shtab_epicrec_library_refuse__h_nargs=0
_shtab_epicrec_library_refuse___help_nargs=0
_shtab_epicrec_library_refuse___json_nargs=0
_shtab_epicrec_library_unplaced__h_nargs=0
_shtab_epicrec_library_unplaced___help_nargs=0
_shtab_epicrec_library_unplaced___json_nargs=0
_shtab_epicrec_library_place__h_nargs=0
_shtab_epicrec_library_place___help_nargs=0
_shtab_epicrec_library_place___json_nargs=0
_shtab_epicrec_library_place___own_nargs=0
_shtab_epicrec_library_place___drop_nargs=0
_shtab_epicrec_library_correct__h_nargs=0
_shtab_epicrec_library_correct___help_nargs=0
_shtab_epicrec_library_correct___json_nargs=0
_shtab_epicrec_library_search_pos_0_nargs=+
_shtab_epicrec_library_search__h_nargs=0
_shtab_epicrec_library_search___help_nargs=0
_shtab_epicrec_library_search___json_nargs=0
_shtab_epicrec_library_review__h_nargs=0
_shtab_epicrec_library_review___help_nargs=0
_shtab_epicrec_library_review___json_nargs=0
_shtab_epicrec_library_weight__h_nargs=0
_shtab_epicrec_library_weight___help_nargs=0
_shtab_epicrec_library_weight___json_nargs=0
_shtab_epicrec_library_rate__h_nargs=0
_shtab_epicrec_library_rate___help_nargs=0
_shtab_epicrec_library_rate___json_nargs=0
_shtab_epicrec_library_import_pos_0_nargs=+
_shtab_epicrec_library_import__h_nargs=0
_shtab_epicrec_library_import___help_nargs=0
_shtab_epicrec_library_import___json_nargs=0
_shtab_epicrec_library_import___preview_nargs=0
_shtab_epicrec_library_export__h_nargs=0
_shtab_epicrec_library_export___help_nargs=0
_shtab_epicrec_library_export___json_nargs=0
_shtab_epicrec_library_export___force_nargs=0
_shtab_epicrec_library_year__h_nargs=0
_shtab_epicrec_library_year___help_nargs=0
_shtab_epicrec_library_year___json_nargs=0
_shtab_epicrec_library_pos_0_nargs=A...
_shtab_epicrec_library__h_nargs=0
_shtab_epicrec_library___help_nargs=0
_shtab_epicrec_library___json_nargs=0
_shtab_epicrec_watchlist_add_pos_0_nargs=+
_shtab_epicrec_watchlist_add__h_nargs=0
_shtab_epicrec_watchlist_add___help_nargs=0
_shtab_epicrec_watchlist_add___json_nargs=0
_shtab_epicrec_watchlist_remove_pos_0_nargs=+
_shtab_epicrec_watchlist_remove__h_nargs=0
_shtab_epicrec_watchlist_remove___help_nargs=0
_shtab_epicrec_watchlist_remove___json_nargs=0
_shtab_epicrec_watchlist_pos_0_nargs=A...
_shtab_epicrec_watchlist__h_nargs=0
_shtab_epicrec_watchlist___help_nargs=0
_shtab_epicrec_watchlist___json_nargs=0
_shtab_epicrec_catalog_info__h_nargs=0
_shtab_epicrec_catalog_info___help_nargs=0
_shtab_epicrec_catalog_info___json_nargs=0
_shtab_epicrec_catalog_import__h_nargs=0
_shtab_epicrec_catalog_import___help_nargs=0
_shtab_epicrec_catalog_import___json_nargs=0
_shtab_epicrec_catalog_update__h_nargs=0
_shtab_epicrec_catalog_update___help_nargs=0
_shtab_epicrec_catalog_update___json_nargs=0
_shtab_epicrec_catalog_posters__h_nargs=0
_shtab_epicrec_catalog_posters___help_nargs=0
_shtab_epicrec_catalog_posters___json_nargs=0
_shtab_epicrec_catalog_pos_0_nargs=A...
_shtab_epicrec_catalog__h_nargs=0
_shtab_epicrec_catalog___help_nargs=0
_shtab_epicrec_catalog___json_nargs=0
_shtab_epicrec_match__h_nargs=0
_shtab_epicrec_match___help_nargs=0
_shtab_epicrec_match___json_nargs=0
_shtab_epicrec_train__h_nargs=0
_shtab_epicrec_train___help_nargs=0
_shtab_epicrec_train___json_nargs=0
_shtab_epicrec_privacy_show__h_nargs=0
_shtab_epicrec_privacy_show___help_nargs=0
_shtab_epicrec_privacy_show___json_nargs=0
_shtab_epicrec_privacy_set__h_nargs=0
_shtab_epicrec_privacy_set___help_nargs=0
_shtab_epicrec_privacy_set___json_nargs=0
_shtab_epicrec_privacy_mechanism__h_nargs=0
_shtab_epicrec_privacy_mechanism___help_nargs=0
_shtab_epicrec_privacy_mechanism___json_nargs=0
_shtab_epicrec_privacy_pos_0_nargs=A...
_shtab_epicrec_privacy__h_nargs=0
_shtab_epicrec_privacy___help_nargs=0
_shtab_epicrec_privacy___json_nargs=0
_shtab_epicrec_providers_list__h_nargs=0
_shtab_epicrec_providers_list___help_nargs=0
_shtab_epicrec_providers_list___json_nargs=0
_shtab_epicrec_providers_add__h_nargs=0
_shtab_epicrec_providers_add___help_nargs=0
_shtab_epicrec_providers_add___json_nargs=0
_shtab_epicrec_providers_add___replace_nargs=0
_shtab_epicrec_providers_key__h_nargs=0
_shtab_epicrec_providers_key___help_nargs=0
_shtab_epicrec_providers_key___json_nargs=0
_shtab_epicrec_providers_key___remove_nargs=0
_shtab_epicrec_providers_show__h_nargs=0
_shtab_epicrec_providers_show___help_nargs=0
_shtab_epicrec_providers_show___json_nargs=0
_shtab_epicrec_providers_show___try_nargs=0
_shtab_epicrec_providers_as_nobody__h_nargs=0
_shtab_epicrec_providers_as_nobody___help_nargs=0
_shtab_epicrec_providers_as_nobody___json_nargs=0
_shtab_epicrec_providers_trust__h_nargs=0
_shtab_epicrec_providers_trust___help_nargs=0
_shtab_epicrec_providers_trust___json_nargs=0
_shtab_epicrec_providers_remove__h_nargs=0
_shtab_epicrec_providers_remove___help_nargs=0
_shtab_epicrec_providers_remove___json_nargs=0
_shtab_epicrec_providers_use__h_nargs=0
_shtab_epicrec_providers_use___help_nargs=0
_shtab_epicrec_providers_use___json_nargs=0
_shtab_epicrec_providers_test__h_nargs=0
_shtab_epicrec_providers_test___help_nargs=0
_shtab_epicrec_providers_test___json_nargs=0
_shtab_epicrec_providers_refresh__h_nargs=0
_shtab_epicrec_providers_refresh___help_nargs=0
_shtab_epicrec_providers_refresh___json_nargs=0
_shtab_epicrec_providers_pos_0_nargs=A...
_shtab_epicrec_providers__h_nargs=0
_shtab_epicrec_providers___help_nargs=0
_shtab_epicrec_providers___json_nargs=0
_shtab_epicrec_export__h_nargs=0
_shtab_epicrec_export___help_nargs=0
_shtab_epicrec_export___json_nargs=0
_shtab_epicrec_export___force_nargs=0
_shtab_epicrec_import__h_nargs=0
_shtab_epicrec_import___help_nargs=0
_shtab_epicrec_import___json_nargs=0
_shtab_epicrec_import___preview_nargs=0
_shtab_epicrec_import___yes_nargs=0
_shtab_epicrec_restore__h_nargs=0
_shtab_epicrec_restore___help_nargs=0
_shtab_epicrec_restore___json_nargs=0
_shtab_epicrec_restore___yes_nargs=0
_shtab_epicrec_protect_status__h_nargs=0
_shtab_epicrec_protect_status___help_nargs=0
_shtab_epicrec_protect_status___json_nargs=0
_shtab_epicrec_protect_on__h_nargs=0
_shtab_epicrec_protect_on___help_nargs=0
_shtab_epicrec_protect_on___json_nargs=0
_shtab_epicrec_protect_on___passphrase_nargs=0
_shtab_epicrec_protect_on___yes_nargs=0
_shtab_epicrec_protect_off__h_nargs=0
_shtab_epicrec_protect_off___help_nargs=0
_shtab_epicrec_protect_off___json_nargs=0
_shtab_epicrec_protect_off___yes_nargs=0
_shtab_epicrec_protect_change__h_nargs=0
_shtab_epicrec_protect_change___help_nargs=0
_shtab_epicrec_protect_change___json_nargs=0
_shtab_epicrec_protect_change___passphrase_nargs=0
_shtab_epicrec_protect_recover__h_nargs=0
_shtab_epicrec_protect_recover___help_nargs=0
_shtab_epicrec_protect_recover___json_nargs=0
_shtab_epicrec_protect_recover___passphrase_nargs=0
_shtab_epicrec_protect_code__h_nargs=0
_shtab_epicrec_protect_code___help_nargs=0
_shtab_epicrec_protect_code___json_nargs=0
_shtab_epicrec_protect_start_anew__h_nargs=0
_shtab_epicrec_protect_start_anew___help_nargs=0
_shtab_epicrec_protect_start_anew___json_nargs=0
_shtab_epicrec_protect_start_anew___yes_nargs=0
_shtab_epicrec_protect_pos_0_nargs=A...
_shtab_epicrec_protect__h_nargs=0
_shtab_epicrec_protect___help_nargs=0
_shtab_epicrec_protect___json_nargs=0
_shtab_epicrec_people_list__h_nargs=0
_shtab_epicrec_people_list___help_nargs=0
_shtab_epicrec_people_list___json_nargs=0
_shtab_epicrec_people_add__h_nargs=0
_shtab_epicrec_people_add___help_nargs=0
_shtab_epicrec_people_add___json_nargs=0
_shtab_epicrec_people_rename__h_nargs=0
_shtab_epicrec_people_rename___help_nargs=0
_shtab_epicrec_people_rename___json_nargs=0
_shtab_epicrec_people_remove__h_nargs=0
_shtab_epicrec_people_remove___help_nargs=0
_shtab_epicrec_people_remove___json_nargs=0
_shtab_epicrec_people_remove___yes_nargs=0
_shtab_epicrec_people_pos_0_nargs=A...
_shtab_epicrec_people__h_nargs=0
_shtab_epicrec_people___help_nargs=0
_shtab_epicrec_people___json_nargs=0
_shtab_epicrec_erase__h_nargs=0
_shtab_epicrec_erase___help_nargs=0
_shtab_epicrec_erase___json_nargs=0
_shtab_epicrec_erase___everybody_nargs=0
_shtab_epicrec_erase___yes_nargs=0
_shtab_epicrec_update_check__h_nargs=0
_shtab_epicrec_update_check___help_nargs=0
_shtab_epicrec_update_check___json_nargs=0
_shtab_epicrec_update_pos_0_nargs=A...
_shtab_epicrec_update__h_nargs=0
_shtab_epicrec_update___help_nargs=0
_shtab_epicrec_update___json_nargs=0
_shtab_epicrec_completion__h_nargs=0
_shtab_epicrec_completion___help_nargs=0
_shtab_epicrec_completion___json_nargs=0
_shtab_epicrec_selfcheck__h_nargs=0
_shtab_epicrec_selfcheck___help_nargs=0
_shtab_epicrec_selfcheck___json_nargs=0
_shtab_epicrec_selfcheck___no_window_nargs=0
_shtab_epicrec_pos_0_nargs=A...
_shtab_epicrec__h_nargs=0
_shtab_epicrec___help_nargs=0
_shtab_epicrec___json_nargs=0
_shtab_epicrec___version_nargs=0


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
_shtab_epicrec() {
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

  local prefix=_shtab_epicrec
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

complete -o bashdefault -F _shtab_epicrec epicrec
