/**
 * The texts of the manuals by sub topic, as HTML. `[name]` stands for a drawing from manual-drawings.ts; `only` limits
 * a page to one kind of RV.
 */
type DemoPage = { html: string; only?: 'towed' | 'truck' }

const steps = (...lines: string[]) => `<ol>${lines.map((line) => `<li><p>${line}</p></li>`).join('')}</ol>`
const points = (...lines: string[]) => `<ul>${lines.map((line) => `<li><p>${line}</p></li>`).join('')}</ul>`
const warning = (text: string) => `<blockquote><p><strong>Warning.</strong> ${text}</p></blockquote>`
const table = ([head, ...rows]: string[][]) => {
  const line = (cells: string[], cell: 'th' | 'td') =>
    `<tr>${cells.map((text) => `<${cell} colspan="1" rowspan="1"><p>${text}</p></${cell}>`).join('')}</tr>`
  return `<table><tbody>${line(head ?? [], 'th')}${rows.map((cells) => line(cells, 'td')).join('')}</tbody></table>`
}

export const demoPages: Record<string, DemoPage> = {
  'What Is Covered': {
    html:
      '<p>The limited warranty covers defects in material and workmanship that Cedar Hollow is responsible for, from the day of purchase by the first owner.</p>' +
      table([
        ['Part', 'Covered for'],
        ['Frame, walls, roof structure', '36 months'],
        ['Plumbing, wiring, LP gas lines', '24 months'],
        ['Fit and finish inside', '12 months'],
      ]) +
      '<p>Appliances, tires, batteries and axles carry the warranty of their makers. Their booklets lie in the document pouch.</p>',
  },
  'How to Get Service': {
    html:
      steps(
        'Note the last six digits of the VIN and the date of purchase.',
        'Take pictures of what is wrong, and of the label of the appliance if there is one.',
        'Call the dealer nearest to you; the app’s map shows them.',
        'Keep the work order: it proves that the repair was asked for in time.',
      ) +
      '<p>Emergency repairs on the road are paid back when the dealer agreed to them <em>before</em> the work began.</p>',
  },
  'Where to Find the VIN': {
    html: '<p>The 17 characters of the vehicle identification number stand in three places: on the federal label at the front left corner, stamped into the frame, and on the title.</p>[label]<p>The app asks for the <strong>last six digits</strong> only.</p>',
  },
  'Smoke and Gas Detectors': {
    html:
      '<p>There are three detectors: smoke at the ceiling, carbon monoxide near the bed, and LP gas close to the floor, because propane is heavier than air.</p>' +
      points(
        'Press the test button before each trip and once a week while travelling.',
        'Change the batteries every spring.',
        'Replace a detector by the date printed on its side, whether it still beeps or not.',
      ) +
      warning(
        'When the LP gas alarm sounds, touch no switch. Get everybody out, close the cylinder valves, and call for help from a distance.',
      ),
  },
  'Emergency Exits': {
    html:
      '<p>Windows with red handles are exits. Lift the handle, push the pane outward and it swings free.</p>' +
      steps(
        'Show every guest the nearest exit on the first evening.',
        'Open each one twice a year, so that the seal does not stick.',
        'Keep the ground below it free when you park.',
      ),
  },
  'Weight Ratings': {
    only: 'towed',
    html:
      '<p>The yellow label beside the door says how much you may load. Weigh the trailer loaded as you travel, with full water.</p>' +
      table([
        ['Short', 'Means'],
        ['GVWR', 'the most that the loaded trailer may weigh'],
        ['GAWR', 'the most that one axle may carry'],
        ['UVW', 'the empty weight as built'],
        ['CCC', 'what is left for water, food, clothes and gear'],
      ]) +
      '<p>One gallon of water weighs 8.3 lb, one of propane 4.2 lb.</p>',
  },
  'Hitching Up': {
    only: 'towed',
    html:
      '[hitch]' +
      steps(
        'Chock the wheels on both sides.',
        'Raise the coupler above the ball and back up until it stands over it.',
        'Lower the coupler, close the latch and put the pin through.',
        'Cross the safety chains below the coupler, hook them, and clip the breakaway cable to the truck, not to the hitch.',
        'Plug in the cord and check brake, turn and running lights.',
        'Raise the jack fully, take the chocks away and pull forward ten feet to test the brakes.',
      ) +
      warning('Never stand between truck and trailer while the truck moves.'),
  },
  'Tongue Weight': {
    only: 'towed',
    html: '<p>Between 10 and 15 percent of the loaded weight belongs on the ball. Too little makes the trailer sway; too much lifts the truck’s front wheels.</p>[tongue]<p>Move heavy gear toward the axles first; a full fresh tank behind them makes the tongue lighter.</p>',
  },
  'Tires and Wheels': {
    html:
      '<p>Check the pressure cold, before the day’s first mile, and set it to the number on the placard: trailer tires run at their full pressure.</p>' +
      points(
        'Torque the lug nuts after the first 10, 25 and 50 miles, then each trip.',
        'Replace tires after six years, whatever the tread.',
        'Cover them when parked for more than a month.',
      ),
  },
  'Matching Truck and Camper': {
    only: 'truck',
    html:
      '<p>Add up the camper’s loaded weight, the passengers and all that lies in the cab. The sum must not be more than the payload on the truck’s door label.</p>' +
      table([
        ['', 'Example'],
        ['Payload of the truck', '3,900 lb'],
        ['Camper, wet, with gear', '3,150 lb'],
        ['Two people and a dog', '420 lb'],
        ['Left', '330 lb'],
      ]),
  },
  'Center of Gravity': {
    only: 'truck',
    html: '<p>A label on the camper’s side shows its center of gravity. It must come to rest <strong>ahead of the rear axle</strong>, within the range that the truck’s maker gives.</p>[balance]<p>A load that lies too far back lifts the front axle: the steering grows light and the headlights point up.</p>',
  },
  Jacks: {
    only: 'truck',
    html:
      steps(
        'Park on level, firm ground.',
        'Extend all four jacks until their feet just touch, pads beneath them.',
        'Raise front and rear in turns of two inches, never more apart than that.',
        'Drive out slowly, with somebody watching both wheel wells.',
      ) +
      warning(
        'A camper on its jacks is no place to stay in the wind. Lower it until the floor is two feet above the ground.',
      ),
  },
  'Tie-Downs and Turnbuckles': {
    only: 'truck',
    html:
      '<p>Tighten the turnbuckles until the springs just begin to move: by hand and a quarter turn. Look again after the first 50 miles, and each morning after that.</p>' +
      points(
        'Front pair pulls forward, rear pair pulls back.',
        'Locknuts against the barrel, so that nothing turns by itself.',
        'Grease the threads every spring.',
      ),
  },
  'Shore Power': {
    html:
      '<p>The cord carries 30 amperes. Turn the pedestal’s breaker off, plug in, lock the ring, then turn it on.</p>' +
      table([
        ['Runs together', '30 A'],
        ['Air conditioner and microwave', 'no'],
        ['Air conditioner, refrigerator, charger', 'yes'],
        ['Water heater on electric and microwave', 'yes'],
      ]) +
      '<p>Look at the plug after an hour under load. A plug too warm to hold is a plug to replace.</p>',
  },
  Batteries: {
    html:
      '<p>The house batteries feed everything of 12 volts. At rest, 12.6 V say full, 12.1 V half empty; below that they age quickly.</p>[battery]' +
      points(
        'Turn the disconnect off when you leave for more than a week.',
        'Lithium batteries do not take a charge below freezing.',
        'Clean the terminals each spring and coat them.',
      ),
  },
  'Fuses and Breakers': {
    html:
      '<p>One panel holds both: breakers for 120 volts at the left, fuses for 12 volts at the right. A small red light glows beside a fuse that has blown.</p>[panel]' +
      warning('Replace a fuse with one of the same number only. A larger one lets the wire burn instead.'),
  },
  Solar: {
    html: '<p>The panel on the roof keeps the batteries full in store and stretches a stay without hookup by a day or two. Wipe the glass with water and a soft brush; a shaded corner costs more than half of the power.</p><p>The controller shows volts, amperes and the amp-hours of the day.</p>',
  },
  'Filling Cylinders': {
    html:
      '<p>Cylinders are filled to 80 percent: the rest is room for warm days.</p>' +
      steps(
        'Close both valves and let the burner on the cooktop go out.',
        'Unscrew the wing nut, lift the cylinders off and carry them upright.',
        'After filling, hand-tighten the connectors and open the valves slowly.',
        'Brush soapy water on each fitting and look for bubbles.',
      ) +
      '[cylinders]',
  },
  'Leak Test': {
    html:
      '<p>Test after each refill, after a long drive and each spring. Mix a drop of dish soap with water; ammonia cleaners harm brass.</p>' +
      steps(
        'Open the cylinder valve, all appliances off.',
        'Wet each fitting from the cylinder to the appliance.',
        'Growing bubbles are a leak: close the valve, tighten by a quarter turn, test again.',
      ) +
      warning('Never look for a leak with a flame.'),
  },
  'Fresh Water': {
    html:
      '<p>Fill through the gravity inlet with a white drinking-water hose. Sanitize each spring and after any month without use.</p>' +
      steps(
        'A quarter cup of household bleach for each 15 gallons of tank.',
        'Fill up, run every tap until it smells of bleach, and wait four hours.',
        'Drain, rinse twice, and fill for use.',
      ) +
      '[water]',
  },
  'Water Pump': {
    html:
      '<p>The pump runs while a tap is open and stops by itself. When it starts every few minutes with all taps shut, there is a leak, or the check valve lets water back.</p>' +
      points(
        'Clean the strainer at its inlet twice a year.',
        'Turn the pump off while you drive and while you are away.',
      ),
  },
  'Water Heater': {
    html:
      '<p>Never switch it on empty. Open a hot tap until water runs without air, then choose gas, electric or both.</p>' +
      steps(
        'Once a year turn the heater off and let it cool.',
        'Open the relief valve, take the plug out and drain.',
        'Rinse the scale away and look at the anode; replace it when less than a quarter is left.',
      ),
  },
  'Holding Tanks': {
    html:
      '<p>Keep the black valve closed until the tank is two thirds full, then empty black first and gray after it: the soapy water rinses the hose.</p>' +
      points(
        'Two gallons of water and a dose of treatment after each emptying.',
        'Paper that falls apart in a jar of water falls apart in the tank.',
        'Never leave the black valve open at a campsite.',
      ),
  },
  Winterizing: {
    html:
      steps(
        'Empty all tanks. Drain the water heater once it is cold and set its bypass.',
        'Open the low-point drains and every tap until nothing drips; close them again.',
        'Put the pump’s siphon into a jug of pink RV antifreeze.',
        'Open each tap, cold and hot, until it runs pink; the shower, the toilet and the outside shower too.',
        'Pour a cup into every trap.',
      ) + warning('Automotive antifreeze is poison. Use the pink kind made for drinking-water lines only.'),
  },
  Refrigerator: {
    html:
      '<p>An absorption refrigerator wants to stand level and needs a night to get cold. Start it empty the evening before you leave, and fill it with food that is cold already.</p>' +
      points(
        'Leave a hand’s width between the boxes: the air must move.',
        'On hot days, open the outside vent’s door in the shade.',
        'Prop the doors open in store.',
      ),
  },
  Furnace: {
    html:
      '<p>The blower runs for half a minute before the flame lights, and for two minutes after it goes out. That is how it should be.</p>' +
      points(
        'Keep the outside vent free of snow and wasps’ nests.',
        'Cover no register; the ducts warm the tanks as well.',
        'It draws 8 amperes: half a battery in a cold night.',
      ),
  },
  Roof: {
    html:
      '<p>Wash the membrane four times a year with mild soap. Look at every seam, vent and skylight in spring and fall.</p>[roof]' +
      table([
        ['You see', 'Do'],
        ['Hairline cracks in the sealant', 'clean, and add self-leveling lap sealant'],
        ['Sealant that lifts', 'take it off and seal again'],
        ['A cut in the membrane', 'patch it the same day'],
      ]),
  },
  'Slide-Out Rooms': {
    html:
      steps(
        'Level the unit and set the stabilizers.',
        'Look outside: five feet of room, no branch, no post.',
        'Hold the switch until the room stops, then let go.',
        'Bring it in with nobody in its way and nothing on the floor.',
      ) + '<p>Sweep leaves off its roof before it comes in, and treat the seals with conditioner twice a year.</p>',
  },
  Awning: {
    html: '<p>An awning is made for shade. Bring it in before wind, before heavy rain and whenever you leave; tilt one corner so that water runs off.</p><p>Roll it up dry. If it had to go in wet, open it within two days.</p>',
  },
  Condensation: {
    html:
      '<p>Four people breathe out three gallons of water in a weekend. It settles on what is cold: windows, corners, mattresses.</p>' +
      points(
        'Open a roof vent by two fingers, also in winter.',
        'Run the range hood while you cook and the bath fan after a shower.',
        'Lift the mattress in the morning.',
      ),
  },
  'Maintenance Schedule': {
    html: table([
      ['When', 'What'],
      ['Each trip', 'tires, lights, detectors, hitch or turnbuckles'],
      ['Every 3 months', 'roof and seams, batteries, door and window seals'],
      ['Every spring', 'sanitize, leak test, brakes, awning, smoke alarms’ batteries'],
      ['Every 12 months', 'wheel bearings, water heater anode, LP regulator'],
      ['Before frost', 'winterize'],
    ]),
  },
  'Wheel Bearings': {
    only: 'towed',
    html:
      '<p>Repack the bearings every 12 months or 12,000 miles.</p>' +
      steps(
        'Clean the bearings until they shine; replace one with any mark.',
        'Press grease through until it comes out at the top.',
        'Fit a new seal, set the nut finger-tight, and secure it.',
        'Feel the hubs after the first ten miles: warm is right, hot is not.',
      ),
  },
  'Winter Storage': {
    html:
      points(
        'Winterize first, then empty refrigerator and cupboards.',
        'Disconnect the batteries fully charged, or take them home.',
        'Take the weight off the tires or move them a little each month.',
        'Close the LP valves; leave one roof vent open by a finger under its cover.',
      ) + '<p>Come by after the first storm and look at the roof.</p>',
  },
}

/** The manuals: their pages by kind of RV, and the state of their PDFs. */
export const demoManuals: { type: string; year: string; kind: 'towed' | 'truck'; pdf: 'none' | 'made' | 'outdated' }[] =
  [
    { type: 'Fifth Wheel', year: '2027', kind: 'towed', pdf: 'none' },
    { type: 'Truck Camper', year: '2026', kind: 'truck', pdf: 'none' },
    { type: 'Truck Camper', year: '2027', kind: 'truck', pdf: 'outdated' },
    { type: 'Travel Trailer', year: '2025', kind: 'towed', pdf: 'none' },
    { type: 'Travel Trailer', year: '2026', kind: 'towed', pdf: 'none' },
    { type: 'Travel Trailer', year: '2027', kind: 'towed', pdf: 'made' },
  ]
