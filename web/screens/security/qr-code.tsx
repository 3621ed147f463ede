import { encode } from 'uqr'

const QUIET_ZONE = 2

/** A text as a QR code, black on white in both themes, so that cameras can read it. */
export function QrCode({ text, label }: { text: string; label: string }) {
  const { data, size } = encode(text, { ecc: 'M', border: QUIET_ZONE })
  const squares = data.flatMap((row, y) => row.flatMap((dark, x) => (dark ? [`M${x} ${y}h1v1h-1z`] : [])))
  return (
    <figure aria-label={label} style={{ margin: 0, lineHeight: 0 }}>
      <svg viewBox={`0 0 ${size} ${size}`} width={200} height={200} shapeRendering="crispEdges" aria-hidden>
        <path fill="var(--mantine-color-white)" d={`M0 0h${size}v${size}h-${size}z`} />
        <path fill="var(--mantine-color-black)" d={squares.join('')} />
      </svg>
    </figure>
  )
}
