type DemoChecklist = { name: string; note: string; inactive?: true }

/** Checklists for owners; the last one is listed first. */
export const demoChecklists: DemoChecklist[] = [
  {
    name: 'First Trip',
    note: 'Spend one night close to home. Run every appliance on gas, battery and shore power, fill and empty all tanks, and write down what is missing on board.',
  },
  {
    name: 'Propane Safety',
    note: 'Cylinders upright and strapped. Valves closed while filling fuel. Soap test at each fitting after every refill. Replace detectors by the date on their label.',
  },
  {
    name: 'Storage',
    note: 'Battery disconnected and charged, refrigerator doors propped open, LP gas closed, tires at the pressure of the placard and covered, vents open by a finger.',
  },
  {
    name: 'De-winterizing',
    note: 'Flush the antifreeze at every tap, hot and cold. Close the bypass of the water heater. Sanitize the fresh tank and rinse twice. Look for drips for an hour under pressure.',
  },
  {
    name: 'Winterizing',
    note: 'Drain all tanks, lines and the water heater, and set its bypass. Pump RV antifreeze until each tap, shower and the toilet runs pink. A cup into every trap.',
  },
  {
    name: 'Hitching',
    note: 'Ball size fits the coupler, latch closed and pinned, chains crossed, breakaway cable clipped to the truck, plug in, jack fully up, lights and brakes tried.',
  },
  {
    name: 'Arrival',
    note: 'Look up for branches, level side to side, chock, unhitch, level front to back, stabilizers down, then power, water and slide-outs, in this order.',
  },
  {
    name: 'Departure',
    note: 'Slide-outs and awning in, antenna down, vents and windows closed, drawers latched, refrigerator locked, hoses and cord stowed, steps up, one walk around.',
  },
  {
    name: 'Dealer Handover',
    note: 'Used until the handover moved to the dealers’ own form.',
    inactive: true,
  },
]

type DemoItem = { reminder_name: string; item_name: string; days: number; note: string; inactive?: true }

/** Maintenance items, due so many days after the demo data is added. */
export const demoMaintenanceItems: DemoItem[] = [
  {
    reminder_name: 'Yearly generator service',
    item_name: 'Generator',
    days: 210,
    note: 'Change oil and filter, clean the spark arrestor, and run it under half load for two hours.',
  },
  {
    reminder_name: 'Before the first frost',
    item_name: 'Winter antifreeze',
    days: 150,
    note: 'Two gallons of RV antifreeze for the lines, one cup for each trap. Never automotive antifreeze.',
  },
  {
    reminder_name: 'Clean the sensors',
    item_name: 'Holding tanks',
    days: 45,
    note: 'Rinse both tanks until the water runs clear; level lights that stay on mean that the probes are coated.',
  },
  {
    reminder_name: 'Check pressure and tread',
    item_name: 'Tires',
    days: 14,
    note: 'Cold, to the placard, the spare included. Replace after six years whatever the tread, and torque the lug nuts.',
  },
  {
    reminder_name: 'Water and terminals',
    item_name: 'Batteries',
    days: 30,
    note: 'Top up with distilled water above the plates, clean the terminals, and check that 12.6 V stand after a night.',
  },
  {
    reminder_name: 'Repack the bearings',
    item_name: 'Wheel bearings',
    days: 365,
    note: 'Every twelve months or 12,000 miles: clean, inspect, repack with fresh grease, and fit new seals.',
  },
  {
    reminder_name: 'Inspect the roof',
    item_name: 'Roof sealant',
    days: 90,
    note: 'Look along vents, skylights and edges for cracks. Use the lap sealant that suits the membrane, on a dry roof.',
  },
  {
    reminder_name: 'Paper logbook',
    item_name: 'Owner’s logbook',
    days: 60,
    note: 'Replaced by the reminders of the app.',
    inactive: true,
  },
]
