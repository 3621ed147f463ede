/**
 * The postal areas of the larger Canadian cities: by province, largest city first, each with its centre's forward
 * sortation area (the first three characters of a postal code). Compiled for this project from public knowledge. A city
 * has more areas, and only Canada Post knows the last three characters.
 */
export const canadianPostalAreas: Record<string, string> = {
  Ontario:
    'Toronto M5H, Ottawa K1P, Mississauga L5B, Brampton L6W, Hamilton L8P, London N6A, Markham L3P, Vaughan L4K, Kitchener N2G, Windsor N9A, Richmond Hill L4C, Oakville L6J, Burlington L7R, Greater Sudbury P3E, Oshawa L1H, Barrie L4M, St. Catharines L2R, Cambridge N1R, Kingston K7L, Guelph N1H, Thunder Bay P7B, Waterloo N2J, Brantford N3T, Pickering L1V, Niagara Falls L2E, Peterborough K9H, Sault Ste. Marie P6A, Sarnia N7T, Welland L3B, Belleville K8N, North Bay P1B, Cornwall K6H, Chatham N7M, Timmins P4N, Orillia L3V, St. Thomas N5P, Woodstock N4S, Stratford N5A, Brockville K6V, Owen Sound N4K, Kenora P9N, Bracebridge P1L, Huntsville P1H, Collingwood L9Y, Cobourg K9A, Pembroke K8A, Lindsay K9V, Leamington N8H, Milton L9T, Ajax L1S, Whitby L1N, Newmarket L3Y, Aurora L4G, Orangeville L9W, Fort Erie L2A, Grimsby L3M, Tillsonburg N4G, Simcoe N3Y, Elliot Lake P5A, Kapuskasing P5N, Parry Sound P2A, Midland L4R, Fort Frances P9A, Dryden P8N, Kirkland Lake P2N, Port Colborne L3K, Etobicoke M9A',
  Quebec:
    "Montréal H3B, Québec G1R, Laval H7V, Gatineau J8P, Longueuil J4H, Sherbrooke J1H, Chicoutimi G7H, Lévis G6V, Trois-Rivières G9A, Terrebonne J6W, Saint-Jean-sur-Richelieu J3B, Repentigny J6A, Brossard J4W, Drummondville J2C, Saint-Jérôme J7Z, Granby J2G, Blainville J7C, Saint-Hyacinthe J2S, Shawinigan G9N, Rimouski G5L, Victoriaville G6P, Rouyn-Noranda J9X, Val-d'Or J9P, Sept-Îles G4R, Baie-Comeau G4Z, Alma G8B, Sorel-Tracy J3P, Joliette J6E, Thetford-Mines G6G, Magog J1X, Rivière-du-Loup G5R, Gaspé G4X, Amos J9T, Saint-Georges G5Y, Mont-Laurier J9L, Matane G4W, La Tuque G9X, Salaberry-de-Valleyfield J6T, Cowansville J2K, Châteauguay J6J",
  'British Columbia':
    'Vancouver V6B, Surrey V3T, Burnaby V5H, Richmond V6Y, Abbotsford V2S, Coquitlam V3B, Kelowna V1Y, Langley V3A, Nanaimo V9R, Kamloops V2C, Victoria V8W, Chilliwack V2P, Maple Ridge V2X, New Westminster V3M, Prince George V2L, Port Coquitlam V3C, North Vancouver V7M, Vernon V1T, Penticton V2A, Campbell River V9W, Courtenay V9N, Cranbrook V1C, Fort St. John V1J, Terrace V8G, Prince Rupert V8J, Williams Lake V2G, Quesnel V2J, Salmon Arm V1E, Squamish V8B, Whistler V8E, Nelson V1L, Trail V1R, Castlegar V1N, Dawson Creek V1G, Powell River V8A, Port Alberni V9Y, Duncan V9L, Parksville V9P, Merritt V1K, White Rock V4B, Mission V2V, Kitimat V8C, Sidney V8L, Port Moody V3H, West Vancouver V7V, Delta V4K, Saanich V8X',
  Alberta:
    'Calgary T2P, Edmonton T5J, Red Deer T4N, Lethbridge T1J, St. Albert T8N, Medicine Hat T1A, Grande Prairie T8V, Airdrie T4B, Spruce Grove T7X, Leduc T9E, Fort McMurray T9H, Lloydminster T9V, Camrose T4V, Cochrane T4C, Okotoks T1S, Canmore T1W, Brooks T1R, Wetaskiwin T9A, Cold Lake T9M, Hinton T7V, Edson T7E, Whitecourt T7S, Lacombe T4L, Peace River T8S, Sherwood Park T8A, Strathmore T1P, High River T1V, Banff T1L, Sylvan Lake T4S, Stony Plain T7Z, Fort Saskatchewan T8L, Beaumont T4X, Chestermere T1X, Rocky Mountain House T4T, Olds T4H, Ponoka T4J, Bonnyville T9N, Vegreville T9C, Innisfail T4G, Taber T1G, Wainwright T9W',
  Saskatchewan:
    'Saskatoon S7K, Regina S4P, Prince Albert S6V, Moose Jaw S6H, Swift Current S9H, Yorkton S3N, North Battleford S9A, Estevan S4A, Weyburn S4H',
  Manitoba:
    'Winnipeg R3C, Brandon R7A, Steinbach R5G, Portage la Prairie R1N, Thompson R8N, Winkler R6W, Selkirk R1A, Morden R6M, Dauphin R7N, Flin Flon R8A, The Pas R9A',
  'New Brunswick':
    'Moncton E1C, Saint John E2L, Fredericton E3B, Miramichi E1V, Bathurst E2A, Edmundston E3V, Dieppe E1A, Riverview E1B, Campbellton E3N, Oromocto E2V, Sackville E4L, Woodstock E7M, Quispamsis E2E, Sussex E4E, Shediac E4P, Caraquet E1W',
  'Nova Scotia':
    'Halifax B3J, Dartmouth B2Y, Sydney B1P, Truro B2N, New Glasgow B2H, Glace Bay B1A, Kentville B4N, Amherst B4H, Bridgewater B4V, Yarmouth B5A, Antigonish B2G, Bedford B4A, Lower Sackville B4C, Wolfville B4P, Port Hawkesbury B9A',
  'Prince Edward Island': 'Charlottetown C1A, Summerside C1N, Stratford C1B',
  'Newfoundland and Labrador':
    "St. John's A1C, Mount Pearl A1N, Corner Brook A2H, Gander A1V, Conception Bay South A1X, Grand Falls-Windsor A2A, Labrador City A2V, Stephenville A2N, Clarenville A5A, Paradise A1L",
  Yukon: 'Whitehorse Y1A',
  'Northwest Territories': 'Yellowknife X1A, Hay River X0E, Inuvik X0E',
  Nunavut: 'Iqaluit X0A',
}

/** The first letters of each province's postal codes. */
export const postalLetters: Record<string, string> = {
  AB: 'T',
  BC: 'V',
  MB: 'R',
  NB: 'E',
  NL: 'A',
  NS: 'B',
  NT: 'X',
  NU: 'X',
  ON: 'KLMNP',
  PE: 'C',
  QC: 'GHJ',
  SK: 'S',
  YT: 'Y',
}

/** Beginnings of postal codes that all belong to one city, with its province. */
const areasOfCities: [start: RegExp, city: string, code: string][] = [
  [/^M[1-9]/, 'Toronto', 'ON'],
  [/^K[12]/, 'Ottawa', 'ON'],
  [/^L(?:4[TV-Z]|5)/, 'Mississauga', 'ON'],
  [/^L(?:6[P-Z]|7A)/, 'Brampton', 'ON'],
  [/^L(?:8|9[ABC])/, 'Hamilton', 'ON'],
  [/^L(?:3[PRS]|6[BCEG])/, 'Markham', 'ON'],
  [/^L(?:4[HJKL]|6A)/, 'Vaughan', 'ON'],
  [/^L6[HJKLM]/, 'Oakville', 'ON'],
  [/^L7[L-T]/, 'Burlington', 'ON'],
  [/^L1[GHJKL]/, 'Oshawa', 'ON'],
  [/^N(?:5[V-Z]|6)/, 'London', 'ON'],
  [/^N2[A-HMNPR]/, 'Kitchener', 'ON'],
  [/^N2[JKLTV]/, 'Waterloo', 'ON'],
  [/^N(?:8[P-Y]|9[A-E])/, 'Windsor', 'ON'],
  [/^H[1-58]/, 'Montréal', 'QC'],
  [/^H7/, 'Laval', 'QC'],
  [/^G[12]/, 'Québec', 'QC'],
  [/^J4[G-NTV]/, 'Longueuil', 'QC'],
  [/^J(?:8[P-Z]|9[AHJ])/, 'Gatineau', 'QC'],
  [/^T[23]/, 'Calgary', 'AB'],
  [/^T[56]/, 'Edmonton', 'AB'],
  [/^R[23]/, 'Winnipeg', 'MB'],
  [/^S7/, 'Saskatoon', 'SK'],
  [/^S4[K-Z]/, 'Regina', 'SK'],
  [/^B3/, 'Halifax', 'NS'],
  [/^B2[V-Z]/, 'Dartmouth', 'NS'],
  [/^A1[A-H]/, "St. John's", 'NL'],
  [/^E2[H-P]/, 'Saint John', 'NB'],
  [/^E3[ABCG]/, 'Fredericton', 'NB'],
  [/^V(?:5[K-Z]|6[A-TZ])/, 'Vancouver', 'BC'],
  [/^V(?:3N|5[A-J])/, 'Burnaby', 'BC'],
  [/^V(?:6[V-Y]|7[A-E])/, 'Richmond', 'BC'],
  [/^V(?:3[R-XZ]|4[NP])/, 'Surrey', 'BC'],
  [/^V8[N-Z]/, 'Victoria', 'BC'],
]

/** No Canadian postal code has the letters D, F, I, O, Q or U. */
const LETTERS = 'ABCEGHJKLMNPRSTVWXYZ'.split('')

/** All beginnings of postal codes that belong to one city, each with that city and its province. */
export function areasWithCity() {
  const starts = LETTERS.flatMap((first) => Array.from({ length: 10 }, (_, digit) => `${first}${digit}`))
  return starts.flatMap((start) =>
    LETTERS.flatMap((last) => {
      const found = cityOfPostalArea(start + last)
      return found ? [{ area: start + last, ...found }] : []
    }),
  )
}

/** The city of a postal code, by its first three characters; undefined if they do not identify one. */
export function cityOfPostalArea(postal: string) {
  const found = areasOfCities.find(([start]) => start.test(postal))
  return found && { city: found[1], code: found[2] }
}
