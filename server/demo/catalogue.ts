/** The catalogue of Cedar Hollow, a fictional maker of travel trailers and truck campers. */

type DemoRecord = { name: string; inactive?: true }

export const demoRvTypes: DemoRecord[] = [
  { name: 'Travel Trailer' },
  { name: 'Truck Camper' },
  { name: 'Fifth Wheel' },
  { name: 'Toy Hauler' },
  { name: 'Folding Camping Trailer' },
  { name: 'Class A Motorhome' },
  { name: 'Class B Motorhome' },
  { name: 'Class C Motorhome', inactive: true },
  { name: 'Park Model', inactive: true },
]

export const demoYears: DemoRecord[] = [
  { name: '2018', inactive: true },
  { name: '2019' },
  { name: '2020' },
  { name: '2021' },
  { name: '2022' },
  { name: '2023' },
  { name: '2024' },
  { name: '2025' },
  { name: '2026' },
  { name: '2027' },
]

type Line = { type: string; from: number; to: number; models: [name: string, description: string][] }

const lines: Line[] = [
  {
    type: 'Travel Trailer',
    from: 2021,
    to: 2027,
    models: [
      [
        '1475',
        'Single-axle trailer for two: rear kitchen under an awning window, wet bath, 14 ft of floor and a dry weight that most crossovers can tow.',
      ],
      [
        '1790',
        'Front dinette that turns into a queen bed, corner shower, and a pass-through locker for chairs and a folding table.',
      ],
      ['2075', 'Walk-around queen bed, a full-width rear bath and a panoramic side window above the dinette.'],
      ['2175', 'Slide-out dinette, pantry to the ceiling and a north-south bed with a wardrobe on either side.'],
      ['2285', 'Bunks for two at the rear, an outside kitchen and an 8 cu ft refrigerator.'],
      ['2445', 'Rear lounge with theatre seats, a dry bath amidships and a heated, enclosed underbelly.'],
      ['2670', 'Twin slide-outs, a kitchen island and a closet that is prepared for a washer and dryer.'],
    ],
  },
  {
    type: 'Truck Camper',
    from: 2020,
    to: 2027,
    models: [
      [
        '650',
        'Pop-up camper for mid-size pickups: soft walls, cassette toilet and a furnace for the shoulder seasons.',
      ],
      ['775', 'Hard-side camper for short beds with a wet bath and a north-south bed over the cab.'],
      ['820', 'Long-bed camper without slide-outs: light, with a booth dinette and 30 gallons of fresh water.'],
      ['865', 'A dinette beneath a side window, a separate shower, and lithium batteries as standard.'],
      ['960', 'One slide-out, a face-to-face dinette and a dry bath; for one-ton trucks.'],
      [
        '995',
        'The largest of the campers: full-wall slide-out, a queen bed with a wardrobe, and four-season insulation.',
      ],
    ],
  },
  {
    type: 'Fifth Wheel',
    from: 2022,
    to: 2027,
    models: [
      ['2650', 'Half-ton-towable fifth wheel with a raised bedroom and a rear kitchen.'],
      ['2890', 'Opposing slide-outs, a fireplace under the television and a bath with a linen closet.'],
      ['3120', 'Rear den with a desk for work on the road, and a bedroom slide-out with a king bed.'],
      ['3460', 'Bunkhouse behind a door of its own, a second half bath and an outside kitchen.'],
    ],
  },
  {
    type: 'Toy Hauler',
    from: 2023,
    to: 2027,
    models: [
      ['2180', 'Ten-foot garage with a ramp that becomes a patio, and happijac bunks above it.'],
      ['2750', 'Separate garage of thirteen feet, a 40-gallon fuel station and a loft.'],
    ],
  },
  {
    type: 'Folding Camping Trailer',
    from: 2019,
    to: 2024,
    models: [
      ['1080', 'Two tent beds, a swing-level galley and a roof that goes up with one crank.'],
      ['1260', 'Hard-wall A-frame that two people set up in five minutes, with a queen bed and a wet bath.'],
    ],
  },
  {
    type: 'Class A Motorhome',
    from: 2024,
    to: 2026,
    models: [['3350', 'Diesel pusher with a full-wall slide-out, stacked washer and dryer, and a king bed.']],
  },
  {
    type: 'Class B Motorhome',
    from: 2023,
    to: 2027,
    models: [
      ['1900', 'Camper van with twin beds over a garage, a rear bath and all-wheel drive.'],
      ['2100', 'Long-wheelbase van: a rear lounge that becomes a king bed, and a galley by the sliding door.'],
    ],
  },
]

/** Every model in every year it was built, newest year first. */
export const demoModels = () =>
  lines
    .flatMap(({ type, from, to, models }) =>
      models.flatMap(([name, description]) =>
        Array.from({ length: to - from + 1 }, (_, age) => ({ type, year: String(to - age), name, description })),
      ),
    )
    .sort((one, other) => other.year.localeCompare(one.year))
