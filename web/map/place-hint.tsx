import { Button, Group, Text } from '@mantine/core'
import classes from './map.module.css'

/** Says on a map without a pin how to place it; the button does it without a pointer. */
export const PlaceHint = ({ onPlace }: { onPlace: () => void }) => (
  <Group className={classes.hint} gap="xs">
    <Text size="sm">Click the map to place the pin.</Text>
    <Button size="compact-sm" variant="default" onClick={onPlace}>
      Drop the pin at the center
    </Button>
  </Group>
)
