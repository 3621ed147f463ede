import { Input, Menu } from '@mantine/core'
import { Check, ChevronDown, Search } from 'lucide-react'
import type { RefObject } from 'react'
import { MenuButton } from '#web/ui/menu-button.tsx'
import classes from './column-filters.module.css'

/** An operator: its name in the menu, and the sign that the filter shows for it. */
export type Operator = { op: string; name: string; sign: string }

type OperatorsProps = {
  /** The title of the column. */
  title: string
  operators: Operator[]
  chosen: string
  onChoose: (op: string) => void
  opened: boolean
  onOpenedChange: (opened: boolean) => void
}

type OperatorMenuProps = OperatorsProps & {
  /** The input of the filter, which gets the focus back afterwards. */
  input: RefObject<HTMLInputElement | null>
}

/**
 * The menu of operators in front of a filter; its button shows the sign of the one that is chosen, which is empty for
 * the first one.
 */
export function OperatorMenu({ title, operators, chosen, onChoose, input, ...menu }: OperatorMenuProps) {
  const [usual] = operators
  const operator = operators.find(({ op }) => op === chosen) ?? usual
  return (
    <MenuButton
      {...menu}
      className={classes.operator}
      data-chosen={chosen ? true : undefined}
      aria-label={`Operator for ${title}`}
      title={operator?.name}
      tabIndex={-1}
      position="bottom-start"
      returnTo={input}
      menu={entries(operators, operator?.op, (op) => onChoose(op === usual?.op ? '' : op))}
    >
      <span aria-hidden>{(chosen && operator?.sign) || <Search size={13} />}</span>
    </MenuButton>
  )
}

/** The menu of operators as a field of a form, which shows the name of the one that is chosen. */
export function OperatorField({ title, operators, chosen, onChoose, ...menu }: OperatorsProps) {
  const name = operators.find(({ op }) => op === chosen)?.name
  return (
    <Input.Wrapper label="Operator" labelElement="div" size="xs">
      <MenuButton
        {...menu}
        className={classes.field}
        aria-label={`Operator for ${title}: ${name}`}
        position="bottom-start"
        withinPortal={false}
        menu={entries(operators, chosen, onChoose)}
      >
        <span>{name}</span>
        <ChevronDown size={14} aria-hidden />
      </MenuButton>
    </Input.Wrapper>
  )
}

const entries = (operators: Operator[], chosen: string | undefined, onChoose: (op: string) => void) => (
  <Menu.RadioGroup value={chosen ?? null} onChange={onChoose}>
    {operators.map(({ op, name, sign }) => (
      <Menu.RadioItem
        key={op}
        value={op}
        closeMenuOnClick
        checkIcon={<Check size={14} />}
        data-autofocus={op === chosen || undefined}
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
)
