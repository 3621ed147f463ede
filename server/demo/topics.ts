/** The topics of the manuals in order. */
export const demoTopics: { name: string; subTopics: string[] }[] = [
  {
    name: 'Warranty',
    subTopics: ['What Is Covered', 'What Is Not Covered', 'How to Get Service', 'Transfer to a New Owner'],
  },
  {
    name: 'Identification and Safety',
    subTopics: [
      'Where to Find the VIN',
      'Safety Labels',
      'Smoke and Gas Detectors',
      'Emergency Exits',
      'Fire Extinguisher',
    ],
  },
  {
    name: 'Towing and Weights',
    subTopics: ['Weight Ratings', 'Hitching Up', 'Tongue Weight', 'Trailer Brakes', 'Tires and Wheels', 'Backing Up'],
  },
  {
    name: 'Truck Camper Loading',
    subTopics: ['Matching Truck and Camper', 'Center of Gravity', 'Jacks', 'Tie-Downs and Turnbuckles', 'Unloading'],
  },
  {
    name: 'Electrical',
    subTopics: ['Shore Power', 'Batteries', 'Converter and Inverter', 'Fuses and Breakers', 'Solar', 'Generator'],
  },
  {
    name: 'LP Gas',
    subTopics: ['Filling Cylinders', 'Regulator', 'Leak Test', 'Driving with LP Gas'],
  },
  {
    name: 'Plumbing',
    subTopics: ['Fresh Water', 'Water Pump', 'Water Heater', 'Holding Tanks', 'Toilet', 'Winterizing'],
  },
  {
    name: 'Appliances',
    subTopics: ['Refrigerator', 'Cooktop and Oven', 'Furnace', 'Air Conditioner', 'Range Hood'],
  },
  {
    name: 'Exterior and Slide-Outs',
    subTopics: ['Roof', 'Awning', 'Slide-Out Rooms', 'Steps', 'Windows and Seals', 'Stabilizers'],
  },
  {
    name: 'Interior Care',
    subTopics: ['Floors', 'Cabinets', 'Upholstery', 'Condensation', 'Counters and Sinks'],
  },
  {
    name: 'Maintenance and Storage',
    subTopics: [
      'Maintenance Schedule',
      'Washing and Waxing',
      'Sealants',
      'Wheel Bearings',
      'Short Storage',
      'Winter Storage',
    ],
  },
]

/** Inactive from the start, so that there is something to restore. */
export const demoInactiveSubTopics = ['Range Hood', 'Backing Up']
