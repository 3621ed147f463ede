import { Menu } from '@mantine/core'
import { Check, Search } from 'lucide-react'
import type { RefObject } from 'react'
import { MenuButton } from '#web/ui/menu-button.tsx'
import classes from './column-filters.module.css'

/** An operator: its name in the menu, and the sign that the filter shows for it. */
export type Operator = { op: string; name: string; sign: string }

type OperatorMenuProps = {
  /** The title of the column. */
  title: string
  operators: Operator[]
  /** Empty for the first one. */
  chosen: string
  onChoose: (op: string) => void
  /** What is filtered with, which has the focus again afterwards. */
  input: RefObject<HTMLInputElement | null>
}

/** The menu of operators in front of a filter; its button shows the sign of the one that is chosen. */
export function OperatorMenu({ title, operators, chosen, onChoose, input }: OperatorMenuProps) {
  const [usual] = operators
  const operator = operators.find(({ op }) => op === chosen) ?? usual
  return (
    <MenuButton
      className={classes.operator}
      data-chosen={chosen ? true : undefined}
      aria-label={`Operator for ${title}`}
      title={operator?.name}
      tabIndex={-1}
      position="bottom-start"
      returnTo={input}
      menu={
        <Menu.RadioGroup value={operator?.op ?? null} onChange={(op) => onChoose(op === usual?.op ? '' : op)}>
          {operators.map(({ op, name, sign }) => (
            <Menu.RadioItem
              key={op}
              value={op}
              closeMenuOnClick
              checkIcon={<Check size={14} />}
              data-autofocus={op === operator?.op || undefined}
              rightSection={
                <span className={classes.sign} aria-hidden>
                  {sign}
                </span>
              }
            >
              {name}
            </Menu.RadioItem>
          ))}
        </Menu.RadioGroup>
      }
    >
      <span aria-hidden>{(chosen && operator?.sign) || <Search size={13} />}</span>
    </MenuButton>
  )
}
