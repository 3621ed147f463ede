/** What people call states and provinces besides their names and codes, by code. */
const otherNames: Record<string, string[]> = {
  AB: ['Alta'],
  AL: ['Ala'],
  AR: ['Ark'],
  AZ: ['Ariz'],
  BC: ['Colombie-Britannique'],
  CA: ['Calif'],
  CO: ['Colo'],
  CT: ['Conn'],
  DC: ['Washington, D.C.', 'Washington, District of Columbia'],
  DE: ['Del'],
  FL: ['Fla'],
  IL: ['Ill'],
  IN: ['Ind'],
  KS: ['Kan', 'Kans'],
  MA: ['Mass'],
  MB: ['Man'],
  MI: ['Mich'],
  MN: ['Minn'],
  MS: ['Miss'],
  MT: ['Mont'],
  NB: ['Nouveau-Brunswick'],
  ND: ['N. Dak.'],
  NE: ['Neb', 'Nebr'],
  NL: ['Newfoundland', 'Labrador', 'Newfoundland & Labrador', 'NF', 'Nfld', 'Terre-Neuve', 'Terre-Neuve-et-Labrador'],
  NM: ['N. Mex.'],
  NS: ['Nouvelle-Écosse'],
  NT: ['NWT', 'Northwest Territory', 'North West Territories', 'Territoires du Nord-Ouest'],
  NV: ['Nev'],
  NY: ['New York State'],
  OK: ['Okla'],
  ON: ['Ont'],
  OR: ['Ore', 'Oreg'],
  PA: ['Penn', 'Penna'],
  PE: ['PEI', 'Île-du-Prince-Édouard', 'ÎPÉ'],
  QC: ['Que', 'PQ'],
  SD: ['S. Dak.'],
  SK: ['Sask'],
  TN: ['Tenn'],
  TX: ['Tex'],
  WA: ['Wash', 'Washington State'],
  WI: ['Wis', 'Wisc'],
  WV: ['W. Va.'],
  WY: ['Wyo'],
  YT: ['Yukon Territory', 'YK'],
}

/** The signs and accents that names are compared without, here and in SQL. An accent may be a sign of its own. */
const left = [' ', '\u00a0', '.', ',', '-', '\u0301', '\u0302']
const accents = { é: 'e', É: 'e', î: 'i', Î: 'i' }
const replaced = [...left.map((sign) => [sign, ''] as const), ...Object.entries(accents)]

/** The form in which names of states are compared: `dc` for D.C., `quebec` for Québec. */
export const stateKey = (text: string) =>
  replaced.reduce((key, [from, to]) => key.replaceAll(from, to), text).toLowerCase()

/** The SQL that makes the same of a column. */
export const stateKeySql = (column: string) =>
  `lower(${replaced.reduce((sql, [from, to]) => `replace(${sql}, '${from}', '${to}')`, column)})`

/** The keys of all that people call the states of these names and codes. */
export const keysOfStates = (...called: string[]): Set<string> =>
  new Set(called.flatMap((one) => [one, shortened(one), ...(otherNames[one] ?? [])]).map(stateKey))

/** Reads the code of a state, among these names by code, however people write it; undefined if it is none of them. */
export function stateReader(states: Record<string, string>) {
  const codes = new Map(
    Object.entries(states).flatMap(([code, name]) => [...keysOfStates(code, name)].map((key) => [key, code] as const)),
  )
  return Object.assign((text: string) => codes.get(stateKey(text)), { codes })
}

/** N. Carolina for North Carolina. */
const shortened = (name: string) => name.replace(/^(North|South|West|New) (?=.)/, (word) => word.charAt(0))
