/** For how long a page that nobody touches still counts as attended, in milliseconds. */
const ATTENDED_MS = 60_000

let touchedAt = Date.now()
const touch = () => {
  touchedAt = Date.now()
}
for (const event of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove'])
  window.addEventListener(event, touch, { capture: true, passive: true })

/** Whether nobody has touched this page for a minute: the calls it makes then are not its user's. */
export const isUnattended = () => Date.now() - touchedAt > ATTENDED_MS
