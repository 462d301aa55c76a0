/**
 * The functions that a statement may call. What is not here can't be: others read settings, the environment or the server, wait, write, or
 * take a statement in a text, and further ones may come with a version of the database.
 */

/** Aggregates and window functions. */
const ofRows = `any_value approx_count_distinct approx_quantile approx_top_k arbitrary arg_max arg_max_null arg_max_nulls_last arg_min arg_min_null
  arg_min_nulls_last argmax argmin array_agg avg bit_and bit_or bit_xor bool_and bool_or corr count count_if count_star countif covar_pop
  covar_samp cume_dist dense_rank entropy favg fill first first_value fsum geomean geometric_mean group_concat histogram histogram_exact
  kahan_sum kurtosis kurtosis_pop lag last last_value lead list listagg mad max max_by mean median min min_by mode nth_value ntile
  percent_rank product quantile quantile_cont quantile_disc rank rank_dense regr_avgx regr_avgy regr_count regr_intercept regr_r2 regr_slope
  regr_sxx regr_sxy regr_syy reservoir_quantile row_number sem skewness stddev stddev_pop stddev_samp string_agg sum sum_no_overflow sumkahan
  var_pop var_samp variance wavg weighted_avg json_group_array json_group_object json_group_structure`;

const ofNumbers = `abs acos acosh add asin asinh atan atan2 atanh bin bit_count cbrt ceil ceiling cos cosh cot degrees divide even exp factorial fdiv
  floor fmod gamma gcd greatest_common_divisor hamming isfinite isinf isnan lcm least_common_multiple lgamma ln log log10 log2 mod multiply
  nextafter pi pow power radians random round round_even roundbankers sign signbit sin sinh sqrt subtract tan tanh trunc xor equi_width_bins`;

const ofTexts = `array_to_string ascii bar base64 bit_length char_length character_length chr concat concat_ws contains damerau_levenshtein decode
  editdist3 encode ends_with format format_bytes formatreadabledecimalsize formatreadablesize from_base64 from_binary from_hex hash hex
  ilike_escape instr jaccard jaro_similarity jaro_winkler_similarity lcase left left_grapheme len length length_grapheme levenshtein like_escape
  lower lpad ltrim md5 mismatches nfc_normalize not_ilike_escape not_like_escape octet_length ord parse_dirname parse_dirpath parse_filename
  parse_path position prefix printf regexp_escape regexp_extract regexp_extract_all regexp_full_match regexp_matches regexp_replace
  regexp_split_to_array regexp_split_to_table repeat replace reverse right right_grapheme rpad rtrim sha1 sha256 split split_part starts_with
  str_split str_split_regex string_split string_split_regex string_to_array strip_accents strlen strpos substr substring substring_grapheme
  suffix to_base to_base64 to_binary to_hex translate trim ucase unbin unhex unicode upper url_decode url_encode`;

const ofTimes = `age ago century current_date current_localtime current_localtimestamp date_add date_diff date_part date_sub date_trunc datediff
  datepart datesub datetrunc day dayname dayofmonth dayofweek dayofyear days_in_month decade epoch epoch_ms epoch_ns epoch_us era
  get_current_time get_current_timestamp hour isodow isoyear julian last_day make_date make_time make_timestamp make_timestamp_ms
  make_timestamp_ns make_timestamptz microsecond millennium millisecond minute month monthname nanosecond now quarter second strftime strptime
  time_bucket timezone timezone_hour timezone_minute to_centuries to_days to_decades to_hours to_microseconds to_millennia to_milliseconds
  to_minutes to_months to_quarters to_seconds to_timestamp to_weeks to_years today transaction_timestamp try_strptime week weekday weekofyear
  year yearweek`;

/** Of lists, maps, structs and JSON. The name of the aggregate that `list_aggregate` takes is that of no other function. */
const ofNested = `aggregate apply array_aggr array_aggregate array_append array_apply array_cat array_concat array_contains array_distinct
  array_extract array_filter array_has array_has_all array_has_any array_indexof array_intersect array_length array_position array_prepend
  array_reduce array_resize array_reverse array_reverse_sort array_select array_slice array_sort array_to_json array_transform array_unique
  array_value array_where array_zip cardinality element_at filter flatten from_json from_json_strict generate_series grade_up json json_array
  json_array_length json_contains json_exists json_extract json_extract_path json_extract_path_text json_extract_string json_keys
  json_merge_patch json_object json_pretty json_quote json_structure json_transform json_transform_strict json_type json_valid json_value
  list_aggr list_aggregate list_any_value list_append list_apply list_avg list_cat list_concat list_contains list_count list_distinct
  list_element list_extract list_filter list_first list_grade_up list_has list_has_all list_has_any list_histogram list_indexof list_intersect
  list_last list_max list_median list_min list_mode list_pack list_position list_prepend list_product list_reduce list_resize list_reverse
  list_reverse_sort list_select list_slice list_sort list_stddev_pop list_stddev_samp list_string_agg list_sum list_transform list_unique
  list_value list_var_pop list_var_samp list_where list_zip map map_concat map_contains map_contains_entry map_contains_value map_entries
  map_extract map_extract_value map_from_entries map_keys map_values range reduce row row_to_json struct_concat struct_contains struct_extract
  struct_extract_at struct_has struct_indexof struct_insert struct_keys struct_pack struct_position struct_update struct_values to_json
  unpivot_list`;

const others = `error gen_random_uuid greatest least nullif typeof unnest uuid uuidv4 uuidv7`;

const listed = new Set(
  [ofRows, ofNumbers, ofTexts, ofTimes, ofNested, others].flatMap(names => names.trim().split(/\s+/)),
);
/** Functions that are written as signs. */
const signs = /^(?:[!%&*+\-/|<>=@^~]+|!__postfix)$/;

export const isAllowed = (name: string): boolean => listed.has(name.toLowerCase()) || signs.test(name);
