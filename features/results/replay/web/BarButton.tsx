import { ActionIcon, Tooltip } from '@mantine/core'
import type { ReactNode } from 'react'

interface Props {
  label: string
  icon: ReactNode
  /** Whether what it switches is on; left out for a button that only acts. */
  isOn?: boolean
  onPress: () => void
}

/** A button of the player’s bar. */
export function BarButton({ label, icon, isOn, onPress }: Props) {
  return (
    <Tooltip label={label} withinPortal={false}>
      <ActionIcon
        variant={isOn ? 'light' : 'subtle'}
        {...(isOn ? {} : { color: 'gray' })}
        size="lg"
        aria-label={label}
        aria-pressed={isOn}
        onClick={onPress}
      >
        {icon}
      </ActionIcon>
    </Tooltip>
  )
}
