/** The countries and territories of ISO 3166-1. */
export const countries = (
  'AD AE AF AG AI AL AM AO AQ AR AS AT AU AW AX AZ BA BB BD BE BF BG BH BI BJ BL BM BN BO BQ BR BS BT BV BW BY BZ CA CC ' +
  'CD CF CG CH CI CK CL CM CN CO CR CU CV CW CX CY CZ DE DJ DK DM DO DZ EC EE EG EH ER ES ET FI FJ FK FM FO FR GA GB GD ' +
  'GE GF GG GH GI GL GM GN GP GQ GR GS GT GU GW GY HK HM HN HR HT HU ID IE IL IM IN IO IQ IR IS IT JE JM JO JP KE KG KH ' +
  'KI KM KN KP KR KW KY KZ LA LB LC LI LK LR LS LT LU LV LY MA MC MD ME MF MG MH MK ML MM MN MO MP MQ MR MS MT MU MV MW ' +
  'MX MY MZ NA NC NE NF NG NI NL NO NP NR NU NZ OM PA PE PF PG PH PK PL PM PN PR PS PT PW PY QA RE RO RS RU RW SA SB SC ' +
  'SD SE SG SH SI SJ SK SL SM SN SO SR SS ST SV SX SY SZ TC TD TF TG TH TJ TK TL TM TN TO TR TT TV TW TZ UA UG UM US UY ' +
  'UZ VA VC VE VG VI VN VU WF WS YE YT ZA ZM ZW'
).split(' ')

const unitedStates =
  'AL Alabama|AK Alaska|AZ Arizona|AR Arkansas|CA California|CO Colorado|CT Connecticut|DE Delaware|DC District of Columbia|' +
  'FL Florida|GA Georgia|HI Hawaii|ID Idaho|IL Illinois|IN Indiana|IA Iowa|KS Kansas|KY Kentucky|LA Louisiana|ME Maine|' +
  'MD Maryland|MA Massachusetts|MI Michigan|MN Minnesota|MS Mississippi|MO Missouri|MT Montana|NE Nebraska|NV Nevada|' +
  'NH New Hampshire|NJ New Jersey|NM New Mexico|NY New York|NC North Carolina|ND North Dakota|OH Ohio|OK Oklahoma|' +
  'OR Oregon|PA Pennsylvania|RI Rhode Island|SC South Carolina|SD South Dakota|TN Tennessee|TX Texas|UT Utah|VT Vermont|' +
  'VA Virginia|WA Washington|WV West Virginia|WI Wisconsin|WY Wyoming|AS American Samoa|GU Guam|' +
  'MP Northern Mariana Islands|PR Puerto Rico|VI U.S. Virgin Islands'
const provinces =
  '北京市 天津市 河北省 山西省 内蒙古自治区 辽宁省 吉林省 黑龙江省 上海市 江苏省 浙江省 安徽省 福建省 江西省 山东省 河南省 湖北省 ' +
  '湖南省 广东省 广西壮族自治区 海南省 重庆市 四川省 贵州省 云南省 西藏自治区 陕西省 甘肃省 青海省 宁夏回族自治区 新疆维吾尔自治区'

/** The states or provinces of countries whose addresses name one of a fixed list, by what is written in an address. */
const states: Readonly<Record<string, ReadonlyMap<string, string>>> = {
  US: new Map(unitedStates.split('|').map(state => [state.slice(0, 2), state.slice(3)])),
  CN: new Map(provinces.split(' ').map(province => [province, province])),
}

/** The states or provinces to choose from, each with its name; undefined where they are free text. */
export const statesOf = (country: string): ReadonlyMap<string, string> | undefined => states[country]

/** Postal codes of countries that have them: `#` is a digit. A country without an entry has none, or none that is known. */
const zips: Readonly<Record<string, string>> = {
  ...those('###', 'FO IS LS MG PG'),
  ...those('####', 'AF AL AM AT AU BD BE BG CH CY DK GE GL HU LI LU MD MK NO NZ PH SI TN VE ZA'),
  ...those(
    '#####',
    'BA CU DE DO DZ EE EG ES FI FR HR ID IT JO KE KH KR KW LA LK LT MC ME MX MY NP PK RS SA TH TR UA ZM',
  ),
  ...those('######', 'BY CN CO EC IN KG KZ NG RO RU SG TJ TM UZ VN'),
  ...those('#####(-####)?', 'US AS GU MP PR VI FM MH PW'),
  ...those('### ?##', 'CZ GR SE SK'),
  ...{ AD: '(AD)?###', AR: '([A-Z]?####|[A-Z]####[A-Z]{3})', AZ: '(AZ ?)?####', BR: '#####-?###', CL: '#{3}-?#{4}' },
  ...{ CA: '[ABCEGHJ-NPRSTVXY]#[A-Z] ?#[A-Z]#', CR: '#####', IE: '[AC-FHKNPRTV-Y](##|6W) ?[0-9AC-FHKNPRTV-Y]{4}' },
  ...{ GB: '(GIR ?0AA|[A-Z]{1,2}#([A-Z]|#)? ?#[A-Z]{2})', GG: 'GY##? ?#[A-Z]{2}', IM: 'IM##? ?#[A-Z]{2}' },
  ...{ GI: 'GX11 ?1AA', IL: '#####(##)?', IR: '#####-?#####', JE: 'JE##? ?#[A-Z]{2}', JP: '###-?####' },
  ...{ LV: '(LV-)?####', MT: '[A-Z]{3} ?#{2,4}', NL: '#### ?[A-Z]{2}', PL: '##-?###', PT: '####-?###' },
  ...{ TW: '###(##|###)?', UY: '#####', PE: '#####', MA: '#####', HT: '(HT)?####' },
}

function those(form: string, of: string): Record<string, string> {
  return Object.fromEntries(of.split(' ').map(country => [country, form]))
}

/** Countries whose addresses have no postal code. */
const withoutZip = new Set(
  'AE AG AO AW BF BI BJ BO BS BW BZ CD CF CG CI CK CM DJ DM ER FJ GA GD GH GM GQ GY HK JM KI KM KN KP LY ML MO MR MW NR NU QA RW SB SC SL SR ST SY TD TF TG TK TO TT TV UG VU YE ZW'.split(
    ' ',
  ),
)

/** Whether addresses of a country have a postal code; they may have one as long as no country is chosen. */
export const hasZip = (country: string): boolean => !withoutZip.has(country)

/** [RULE-074] A postal code as its country writes it, or undefined; empty stays empty. */
export function zipOf(typed: string, country: string): string | undefined {
  const zip = typed.normalize('NFKC').toUpperCase().replace(/\s+/g, ' ').trim()
  if (!zip) return ''
  if (!country || !hasZip(country)) return undefined
  const form = zips[country]
  // of other countries only the alphabet of postal codes is known
  const pattern = form ? form.replaceAll('#', '[0-9]') : '[A-Z0-9][A-Z0-9 -]{1,10}'
  return new RegExp(`^(${pattern})$`).test(zip) ? zip : undefined
}
