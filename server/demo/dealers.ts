/**
 * Where the demo dealers are: each state's telephone area code, and cities with postal code and coordinates (GeoNames,
 * CC BY 4.0).
 */
type State = { country: string; areaCode: string; cities: string }

const inUnitedStates = (areaCode: string, cities: string): State => ({ country: 'United States', areaCode, cities })
const inCanada = (areaCode: string, cities: string): State => ({ country: 'Canada', areaCode, cities })

const states: Record<string, State> = {
  California: inUnitedStates(
    '916',
    'Sacramento 95816 38.573 -121.468, Folsom 95630 38.671 -121.153, Redding 96003 40.628 -122.353, Fresno 93727 36.753 -119.706, Bakersfield 93307 35.328 -118.984, Santa Rosa 95402 38.44 -122.71, San Diego 92103 32.747 -117.164, Riverside 92502 33.953 -117.396, Chico 95926 39.746 -121.844, Salinas 93902 36.678 -121.656',
  ),
  Nevada: inUnitedStates(
    '775',
    'Reno 89507 39.542 -119.816, Las Vegas 89102 36.143 -115.2, Elko 89802 40.832 -115.763, Carson City 89711 39.168 -119.776',
  ),
  Oregon: inUnitedStates(
    '541',
    'Portland 97204 45.518 -122.674, Salem 97301 44.949 -123.004, Eugene 97401 44.068 -123.082, Medford 97501 42.282 -122.905, Bend 97708 44.058 -121.315, Roseburg 97470 43.23 -123.234',
  ),
  Washington: inUnitedStates(
    '509',
    'Seattle 98164 47.606 -122.332, Spokane 99202 47.655 -117.381, Tacoma 98418 47.223 -122.447, Yakima 98907 46.629 -120.574, Olympia 98504 47.038 -122.901, Bellingham 98225 48.749 -122.489',
  ),
  Idaho: inUnitedStates(
    '208',
    'Boise 83705 43.585 -116.219, Twin Falls 83301 42.556 -114.469, Pocatello 83205 42.806 -112.41',
  ),
  Montana: inUnitedStates(
    '406',
    'Missoula 59801 46.856 -114.025, Billings 59103 45.783 -108.501, Bozeman 59715 45.669 -111.043, Great Falls 59401 47.51 -111.273',
  ),
  Wyoming: inUnitedStates(
    '307',
    'Cheyenne 82001 41.144 -104.796, Casper 82601 42.846 -106.317, Cody 82414 44.523 -109.076',
  ),
  Utah: inUnitedStates(
    '435',
    'Salt Lake City 84115 40.715 -111.893, Ogden 84407 41.239 -111.966, Provo 84606 40.235 -111.645, Saint George 84770 37.104 -113.584, Moab 84532 38.568 -109.527',
  ),
  Arizona: inUnitedStates(
    '928',
    'Phoenix 85013 33.508 -112.083, Tucson 85721 32.234 -110.95, Flagstaff 86002 35.198 -111.651, Yuma 85365 32.709 -114.49, Prescott 86304 34.597 -112.491',
  ),
  'New Mexico': inUnitedStates(
    '505',
    'Albuquerque 87102 35.082 -106.648, Santa Fe 87502 35.687 -105.938, Las Cruces 88004 32.418 -106.82, Farmington 87402 36.769 -108.148',
  ),
  Colorado: inUnitedStates(
    '970',
    'Denver 80208 39.739 -104.985, Fort Collins 80523 40.585 -105.084, Colorado Springs 80909 38.852 -104.773, Grand Junction 81501 39.078 -108.546, Durango 81302 37.275 -107.88',
  ),
  'North Dakota': inUnitedStates('701', 'Fargo 58106 46.877 -96.79, Bismarck 58505 46.816 -100.781'),
  'South Dakota': inUnitedStates('605', 'Rapid City 57709 44.076 -103.317, Sioux Falls 57104 43.551 -96.737'),
  Nebraska: inUnitedStates(
    '402',
    'Omaha 68132 41.266 -95.996, Lincoln 68588 40.821 -96.693, North Platte 69101 41.133 -100.775',
  ),
  Kansas: inUnitedStates(
    '785',
    'Wichita 67201 37.692 -97.338, Topeka 66621 39.033 -95.701, Salina 67401 38.824 -97.642',
  ),
  Oklahoma: inUnitedStates(
    '405',
    'Oklahoma City 73111 35.504 -97.481, Tulsa 74120 36.144 -95.973, Lawton 73502 34.609 -98.39',
  ),
  Texas: inUnitedStates(
    '806',
    'Dallas 75204 32.804 -96.785, Fort Worth 76102 32.759 -97.328, Houston 77008 29.799 -95.412, San Antonio 78284 29.443 -98.491, Austin 78703 30.291 -97.765, Lubbock 79411 33.57 -101.863, Amarillo 79108 35.278 -101.83, Tyler 75711 32.351 -95.301, Corpus Christi 78416 27.754 -97.435, Waco 76707 31.553 -97.159',
  ),
  Minnesota: inUnitedStates(
    '218',
    'Minneapolis 55405 44.97 -93.305, Duluth 55806 46.772 -92.128, Rochester 55905 44.023 -92.467, Saint Cloud 56302 45.561 -94.162',
  ),
  Iowa: inUnitedStates(
    '515',
    'Des Moines 50301 41.673 -93.572, Cedar Rapids 52406 42.008 -91.644, Sioux City 51101 42.497 -96.403, Davenport 52806 41.573 -90.604',
  ),
  Missouri: inUnitedStates(
    '417',
    'Kansas City 64106 39.105 -94.57, Springfield 65898 37.215 -93.298, Columbia 65211 38.952 -92.334, Saint Louis 63112 38.662 -90.282, Joplin 64802 37.084 -94.513',
  ),
  Arkansas: inUnitedStates(
    '501',
    'Little Rock 72205 34.751 -92.346, Fayetteville 72703 36.099 -94.172, Hot Springs National Park 71913 34.532 -93.064',
  ),
  Louisiana: inUnitedStates(
    '225',
    'Baton Rouge 70812 30.505 -91.118, Shreveport 71150 32.506 -93.743, Lafayette 70504 30.214 -92.019',
  ),
  Wisconsin: inUnitedStates(
    '608',
    'Madison 53715 43.065 -89.4, Green Bay 54304 44.498 -88.032, Eau Claire 54702 44.811 -91.499, Milwaukee 53208 43.049 -87.963',
  ),
  Illinois: inUnitedStates(
    '217',
    'Rockford 61105 42.271 -89.094, Peoria 61604 40.711 -89.632, Springfield 62703 39.762 -89.627, Champaign 61821 40.107 -88.279',
  ),
  Indiana: inUnitedStates(
    '574',
    'Elkhart 46515 41.682 -85.977, Goshen 46527 41.598 -85.858, Indianapolis 46296 39.796 -86.15, Fort Wayne 46805 41.098 -85.119, Evansville 47701 37.997 -87.575',
  ),
  Michigan: inUnitedStates(
    '616',
    'Grand Rapids 49501 42.984 -85.629, Lansing 48915 42.739 -84.57, Traverse City 49686 44.763 -85.621, Flint 48555 43.011 -83.711, Marquette 49855 46.579 -87.454',
  ),
  Ohio: inUnitedStates(
    '614',
    'Columbus 43201 39.995 -83.005, Toledo 43608 41.678 -83.534, Dayton 45422 39.758 -84.2, Akron 44328 41.076 -81.521',
  ),
  Kentucky: inUnitedStates(
    '859',
    'Lexington 40502 38.017 -84.485, Louisville 40205 38.222 -85.689, Bowling Green 42103 36.966 -86.393',
  ),
  Tennessee: inUnitedStates(
    '615',
    'Nashville 37222 36.166 -86.784, Knoxville 37927 35.99 -83.962, Memphis 38112 35.148 -89.973, Chattanooga 37403 35.045 -85.296',
  ),
  Mississippi: inUnitedStates(
    '601',
    'Jackson 39202 32.315 -90.178, Tupelo 38801 34.254 -88.721, Gulfport 39502 30.416 -89.068',
  ),
  Alabama: inUnitedStates(
    '205',
    'Birmingham 35204 33.518 -86.837, Mobile 36616 30.671 -88.127, Huntsville 35804 34.728 -86.585, Montgomery 36116 32.313 -86.242',
  ),
  Georgia: inUnitedStates(
    '478',
    'Atlanta 30305 33.832 -84.385, Macon 31207 32.83 -83.649, Savannah 31406 31.989 -81.098, Augusta 30909 33.472 -82.083',
  ),
  Florida: inUnitedStates(
    '352',
    'Tampa 33606 27.948 -82.458, Orlando 32812 28.5 -81.329, Jacksonville 32202 30.33 -81.652, Ocala 34477 29.187 -82.14, Fort Myers 33907 26.568 -81.874, Pensacola 32505 30.448 -87.259, Tallahassee 32318 30.438 -84.281',
  ),
  'South Carolina': inUnitedStates(
    '803',
    'Columbia 29204 34.026 -81.005, Greenville 29601 34.847 -82.406, Myrtle Beach 29577 33.699 -78.914',
  ),
  'North Carolina': inUnitedStates(
    '828',
    'Charlotte 28204 35.213 -80.823, Asheville 28801 35.597 -82.556, Raleigh 27608 35.808 -78.646, Greensboro 27412 36.066 -79.807, Wilmington 28403 34.224 -77.886',
  ),
  Virginia: inUnitedStates(
    '540',
    'Richmond 23218 37.524 -77.493, Roanoke 24001 37.274 -79.958, Norfolk 23509 36.879 -76.26, Harrisonburg 22803 38.45 -78.869',
  ),
  'West Virginia': inUnitedStates('304', 'Charleston 25317 38.336 -81.614, Morgantown 26502 39.625 -79.967'),
  Maryland: inUnitedStates('301', 'Frederick 21705 39.414 -77.41, Salisbury 21802 38.388 -75.628'),
  Delaware: inUnitedStates('302', 'Dover 19905 39.158 -75.524'),
  Pennsylvania: inUnitedStates(
    '717',
    'Harrisburg 17103 40.272 -76.861, Erie 16503 42.127 -80.064, Scranton 18503 41.41 -75.664, Pittsburgh 15212 40.441 -79.996, Lancaster 17611 40.038 -76.305',
  ),
  'New Jersey': inUnitedStates('609', 'Trenton 08619 40.242 -74.696, Vineland 08360 39.482 -75.009'),
  'New York': inUnitedStates(
    '518',
    'Albany 12210 42.657 -73.76, Syracuse 13252 43.051 -76.157, Buffalo 14204 42.884 -78.86, Rochester 14613 43.183 -77.639, Binghamton 13902 42.105 -75.888',
  ),
  Connecticut: inUnitedStates('860', 'Hartford 06112 41.791 -72.696'),
  'Rhode Island': inUnitedStates('401', 'Providence 02902 41.818 -71.425'),
  Massachusetts: inUnitedStates('413', 'Worcester 01609 42.283 -71.828, Springfield 01104 42.129 -72.578'),
  'New Hampshire': inUnitedStates('603', 'Concord 03303 43.282 -71.659, Manchester 03105 42.996 -71.455'),
  Vermont: inUnitedStates('802', 'Burlington 05402 44.442 -73.082, Rutland 05701 43.614 -72.971'),
  Maine: inUnitedStates('207', 'Portland 04104 43.661 -70.255, Bangor 04402 44.801 -68.778'),
  Alaska: inUnitedStates('907', 'Anchorage 99507 61.154 -149.829, Fairbanks 99701 64.838 -147.716'),
  'British Columbia': inCanada(
    '250',
    'Kelowna V1Y 49.883 -119.486, Kamloops V2C 50.666 -120.319, Abbotsford V2S 49.058 -122.253, Prince George V2L 53.917 -122.753, Nanaimo V9R 49.166 -123.94, Langley V3A 49.101 -122.659',
  ),
  Alberta: inCanada(
    '403',
    'Calgary T2P 51.05 -114.085, Edmonton T5J 53.55 -113.469, Red Deer T4N 52.267 -113.802, Lethbridge T1J 49.7 -112.819, Grande Prairie T8V 55.167 -118.803, Medicine Hat T1A 50.039 -110.677',
  ),
  Saskatchewan: inCanada(
    '306',
    'Saskatoon S7K 52.132 -106.669, Regina S4P 50.45 -104.618, Prince Albert S6V 53.2 -105.768',
  ),
  Manitoba: inCanada('204', 'Winnipeg R3C 49.884 -97.147, Brandon R7A 49.847 -99.953'),
  Ontario: inCanada(
    '705',
    'London N6A 42.983 -81.233, Barrie L4M 44.4 -79.666, Ottawa K1P 45.411 -75.698, Thunder Bay P7B 48.382 -89.25, Peterborough K9H 44.3 -78.316, Kingston K7L 44.23 -76.481, Windsor N9A 42.3 -83.017',
  ),
  Quebec: inCanada('819', 'Sherbrooke J1H 45.4 -71.899, Québec G1R 46.812 -71.215, Drummondville J2C 45.883 -72.482'),
  'New Brunswick': inCanada('506', 'Moncton E1C 46.095 -64.796, Fredericton E3B 45.945 -66.666'),
  'Nova Scotia': inCanada('902', 'Halifax B3J 44.643 -63.577, Truro B2N 45.367 -63.265'),
  'Prince Edward Island': inCanada('902', 'Charlottetown C1A 46.235 -63.126'),
}

/** The cities, one per state in turn, so that the newest dealers are spread out. */
export const cities = Object.entries(states)
  .flatMap(([state, { country, areaCode, cities }]) =>
    cities.split(', ').map((line, turn) => {
      const [, city = '', zip = '', latitude, longitude] = /^(.+) (\S+) (\S+) (\S+)$/.exec(line) ?? []
      const at = { latitude: Number(latitude), longitude: Number(longitude) }
      return { city, state, country, zip, areaCode, turn, ...at }
    }),
  )
  .sort((one, other) => other.turn - one.turn)

const firstWords =
  'Northgate Cedar Summit Prairie Lakeside Highline Juniper Redstone Blue_Mesa Pinecrest Riverbend Wayfarer Open_Road Timberline Copper_Creek Big_Sky Maple Harbor Silver_Fork Twin_Pines Golden_Valley Heritage Crossroads Granite Sunrise Coyote Willow Evergreen Four_Winds Cardinal'
    .split(' ')
    .map((word) => word.replace('_', ' '))
const names = {
  dealer: ['RV Center', 'RV Sales', 'Trailer Country', 'Campers', 'RV World'],
  service: ['RV Repair', 'Mobile RV Service', 'Trailer Service', 'RV Care', 'Coach Works'],
  both: ['RV Sales & Service', 'RV & Marine', 'Camping Center', 'RV Supercenter', 'Trailer & Service'],
}
const streets =
  'Main Street,Highway 20,Industrial Way,Frontage Road,Airport Road,Commerce Drive,Lake Avenue,Trade Center Parkway,Old Mill Road,Fairgrounds Road'.split(
    ',',
  )
const salesHours = ['Mon-Sat 9am-6pm', 'Mon-Fri 9am-7pm, Sat 9am-5pm', 'Tue-Sat 8:30am-5:30pm']
const workHours = ['Mon-Fri 8am-5pm', 'Mon-Fri 7:30am-4:30pm, Sat by appointment', 'Mon-Sat 8am-4pm']
const CLOSED = 'Closed'

type Roll = () => number
const pick = <Item>(roll: Roll, from: readonly Item[]) => from[Math.floor(roll() * from.length)] as Item
const hundredth = (roll: Roll) => String(Math.floor(roll() * 100)).padStart(2, '0')

/** Coprime to a hundred. */
const LINES_APART = 37
/**
 * The last digits of a telephone number, unused by earlier dealers in the same area code from the hundredth dealer on.
 */
function lineOf(number: number) {
  const place = number % cities.length
  const { areaCode } = cities[place] as (typeof cities)[number]
  const ofCode = cities.flatMap((city, at) => (city.areaCode === areaCode ? [at] : []))
  const before = Math.floor(number / cities.length) * ofCode.length + ofCode.indexOf(place)
  return String((before * LINES_APART + Number(areaCode)) % 100).padStart(2, '0')
}

/** Rolls the dice once although it needs no roll: otherwise all dealers after it would change. */
function phoneOf(areaCode: string, number: number, roll: Roll) {
  roll()
  return `(${areaCode}) 555-01${lineOf(number)}`
}

/** The dealer with this number: a real city, made-up telephone numbers. */
export function demoDealer(number: number, roll: Roll) {
  const {
    areaCode,
    turn: _turn,
    latitude,
    longitude,
    ...city
  } = cities[number % cities.length] as (typeof cities)[number]
  const type = pick(roll, ['both', 'both', 'dealer', 'service'] as const)
  const line = type === 'service' ? 'NONE' : pick(roll, ['TT/TC', 'TT/TC', 'TT', 'TC'] as const)
  const near = () => Math.round((roll() - 0.5) * 0.06 * 10_000) / 10_000
  return {
    type,
    active_lines: line,
    name: `${pick(roll, firstWords)} ${pick(roll, names[type])}`,
    address: `${100 + Math.floor(roll() * 9800)} ${pick(roll, streets)}`,
    area: '',
    ...city,
    phone: roll() < 0.92 ? phoneOf(areaCode, number, roll) : '',
    tollfree: roll() < 0.45 ? `800-555-01${hundredth(roll)}` : '',
    hour_sales: type === 'service' ? CLOSED : pick(roll, salesHours),
    hour_service: type === 'dealer' ? CLOSED : pick(roll, workHours),
    hour_parts: pick(roll, workHours),
    latitude: Math.round((latitude + near()) * 10_000) / 10_000,
    longitude: Math.round((longitude + near()) * 10_000) / 10_000,
  } as const
}
