import { cities } from './dealers.ts'

/** The fictional owners; the same ones each time. */

const firstNames =
  'Ada Alan Alice Amelia Amos Anders Anna Arlo Astrid Aubrey Beatrice Ben Bernice Blaine Bonnie Boyd Brenda Bruce Caleb Carla Cecil Celia Chester Clara Clyde Cora Curtis Daisy Dale Darlene Dean Delia Dennis Dolores Doris Dwight Earl Edith Elena Eli Elsie Emmett Esther Ethel Ezra Faye Felix Flora Floyd Frances Gail Gene Gina Glenn Gloria Gordon Grace Grant Greta Gus Harriet Harvey Hazel Helen Henry Howard Ida Ingrid Iris Irving Ivan Ivy Jack Janet Jesse Joan Joel Josie Joyce June Karl Kay Keith Kurt Lana Lars Laura Leo Leona Lester Lila Lloyd Lois Lorna Louis Lucille Luis Lydia Mabel Marco Margo Marian Martha Marvin Maude Maxine Merle Milo Mona Morris Myra Nadia Neil Nell Nina Noah Nora Norman Olga Olive Omar Opal Orson Oscar Otis Owen Pablo Pearl Perry Petra Phil Phoebe Priya Quincy Ralph Ramona Ray Reed Rhoda Rita Roland Rosa Roy Ruby Rufus Russell Ruth Sadie Sally Samuel Selma Seth Sheila Silas Sonia Stella Stuart Sven Sylvia Tess Theo Thelma Tomas Trudy Una Vera Vernon Victor Viola Virgil Wade Walter Wanda Wendell Willa Wilma Winston Yvonne Zelda'.split(
    ' ',
  )
const lastNames =
  'Abbott Acosta Adler Ashby Atwood Bailey Barlow Becker Benson Bergman Birch Blackwell Bolton Bowman Brandt Briggs Brooks Burke Calloway Cardenas Carver Castillo Chandler Chavez Clayton Colby Conrad Cooper Corbin Cortez Crane Crosby Dalton Dawson Delgado Denton Doyle Draper Dunlap Eaton Elliott Ellis Engel Espinoza Everett Falk Farley Fenton Fischer Fletcher Forbes Foster Frost Fuentes Gallagher Garner Gibson Gomez Grady Graham Griffin Gruber Guthrie Hale Hampton Hansen Harding Harlow Hayes Heller Herrera Hobbs Holland Holt Hooper Horton Hubbard Hunter Ibarra Ingram Jansen Jarvis Jenkins Jensen Keller Kendall Kessler Kimball Kirby Knox Kramer Lambert Lancaster Larsen Lawson Leland Lindgren Lockhart Logan Lopez Lowell Lund Maddox Malone Marsh Mason Mathis McCoy McKenna Mercer Merrill Meyer Miles Monroe Morales Moss Munoz Nash Nelson Nichols Nolan Norris Novak Nyberg Oakley Ochoa Olsen Ortega Owens Pacheco Page Parrish Patel Payne Pearce Pennington Phelps Pierce Porter Potter Prescott Quinn Ramsey Randall Reyes Rhodes Riggs Rivera Robbins Rowland Ruiz Sanders Sawyer Schmidt Sheldon Shepard Sloan Snyder Sorensen Spencer Stanton Stone Strand Sutton Tanner Thatcher Thornton Tucker Turner Underwood Valdez Vance Vargas Vaughn Vogel Wagner Walsh Warren Watkins Weaver Webster Weiss Whitaker Wilder Winslow Wolfe Woodard Wyatt Yates York Zimmer'.split(
    ' ',
  )
const mailHosts = ['example.com', 'example.org', 'example.net']

/** A seeded generator of numbers from 0 to 1 (mulberry32). */
export function dice(seed: number) {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

type Dice = () => number
const pick = <Item>(roll: Dice, from: readonly Item[]) => from[Math.floor(roll() * from.length)] as Item

const userType = (roll: Dice) => {
  const share = roll()
  return share < 0.72 ? 'SIMPLE' : share < 0.87 ? 'GOOGLE' : share < 0.95 ? 'APPLE' : 'FACEBOOK'
}

/** The owner with this number: name, unused email address, how they registered, whether they are active. */
export function demoUser(number: number, roll: Dice) {
  const [first, last] = [pick(roll, firstNames), pick(roll, lastNames)]
  return {
    name: `${first} ${last}`,
    email: `${first}.${last}${number}@${pick(roll, mailHosts)}`.toLowerCase(),
    type: userType(roll),
    active: roll() < 0.97,
  } as const
}

/** Places with no demo dealer nearby. */
const remote = [
  { state: 'Nevada', zip: '89301' },
  { state: 'Montana', zip: '59230' },
  { state: 'Texas', zip: '79843' },
  { state: 'Alaska', zip: '99901' },
]

/**
 * Where the owner with this number lives: most in a dealer's city, a few far from any, and one in five has not said.
 */
export function demoPlace(number: number) {
  if (number % 5 === 0) return { state: '', zip: '' }
  const places = number % 37 ? cities : remote
  const { state = '', zip = '' } = places[(number * 29) % places.length] ?? {}
  return { state, zip }
}

/** The numbers of an RV. Some owners have not entered a serial number. */
export function demoRvNumbers(roll: Dice) {
  const vin = String(100_000 + Math.floor(roll() * 900_000))
  return { vin, serial_no: roll() < 0.93 ? vin : null, deleted: roll() < 0.02 }
}

/** Checklists and maintenance items that owners added for themselves. */
export const ownersChecklists = [
  {
    name: 'Baja Crossing',
    note: 'Insurance papers, copies of passports, spare fuses, water filter, and pesos for the toll.',
  },
  { name: 'Leaving the Dog Sitter', note: 'Food for ten days, the blue blanket, the number of the vet.' },
  { name: 'Kayaks on the Roof', note: 'Straps twisted against the hum, bow line on, height written on the dash.' },
]
export const ownersItems = [
  {
    reminder_name: 'Swap the water filter',
    item_name: 'Fresh water',
    days: 21,
    note: 'The one under the sink, quarter turn to the left.',
  },
  {
    reminder_name: 'Grease the jacks',
    item_name: 'Landing gear',
    days: 75,
    note: 'Two pumps on each fitting, wipe off what comes out.',
  },
  {
    reminder_name: 'Renew the fire extinguisher',
    item_name: 'Safety',
    days: 120,
    note: 'The needle is at the edge of the green.',
  },
]
