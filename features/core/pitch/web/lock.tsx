import { Button, type ButtonProps, Menu, type MenuItemProps, Tooltip } from '@mantine/core'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { usePerson } from '#features/core/account/web/person.ts'
import type { PitchItem } from '../fields.ts'
import { isLockedFor } from '../rules.ts'

/** [STATE-028] Whether this person may not change a pitch because it is locked. */
export function useIsLocked(pitch: Pick<PitchItem, 'is_locked'> | undefined): boolean {
  const { roles } = usePerson()
  return pitch !== undefined && isLockedFor(pitch.is_locked, roles)
}

type Act = { readonly locked: boolean } & ({ readonly to: string } | { readonly onClick: () => void })

/** An act on a pitch that a lock forbids: it stays in its place, and says why when one points at it or comes to it. */
export function ChangeButton({ locked, ...act }: Act & ButtonProps & { children: string }) {
  const { t } = useTranslation('errors')
  if (locked) {
    const { to: _to, onClick: _onClick, ...look } = { to: '', onClick: undefined, ...act }
    return (
      <Tooltip label={t('PitchLocked')} multiline maw="20rem" events={{ hover: true, focus: true, touch: true }}>
        <Button {...look} data-disabled aria-disabled aria-description={t('PitchLocked')} />
      </Tooltip>
    )
  }
  return 'to' in act ? <Button component={Link} {...act} /> : <Button {...act} />
}

/** The same in a menu, whose `LockedLabel` says why. */
export function ChangeItem({ locked, ...act }: Act & MenuItemProps) {
  if (locked) {
    const { to: _to, onClick: _onClick, ...look } = { to: '', onClick: undefined, ...act }
    return <Menu.Item {...look} disabled />
  }
  return 'to' in act ? <Menu.Item component={Link} {...act} /> : <Menu.Item {...act} />
}

export function LockedLabel() {
  const { t } = useTranslation('errors')
  return <Menu.Label maw="18rem">{t('PitchLocked')}</Menu.Label>
}
