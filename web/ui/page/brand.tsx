import { Group, Text } from '@mantine/core'
import classes from './brand.module.css'

export const PRODUCT_NAME = 'RV Owner Back-Office'

/** The logo: a trailer under a low sun. Decorative, because the name is next to it. */
function BrandMark({ size = 32 }: { size?: number }) {
  return (
    <svg className={classes.mark} width={size} height={size} viewBox="0 0 32 32" aria-hidden focusable="false">
      <rect width="32" height="32" rx="8" className={classes.sky} />
      <circle cx="23" cy="10" r="4" className={classes.sun} />
      <path
        className={classes.trailer}
        fillRule="evenodd"
        d="M5 21v-4a6 6 0 0 1 6-6h7a6 6 0 0 1 6 6v4h3.2a.9.9 0 0 1 0 1.8H17.2a3.2 3.2 0 0 1-6.4 0H6.8A1.8 1.8 0 0 1 5 21Zm4-5.5V18h4.5v-3.5H10a1 1 0 0 0-1 1Zm7.5-1V18H20v-2.5a1 1 0 0 0-1-1h-2.5Z"
      />
    </svg>
  )
}

/** Logo and product name. */
export function Brand({ size }: { size?: number }) {
  return (
    <Group gap="sm" wrap="nowrap">
      <BrandMark {...(size && { size })} />
      <Text component="span" fw={650} fz={size ? 'lg' : 'inherit'} className={classes.name}>
        {PRODUCT_NAME}
      </Text>
    </Group>
  )
}
