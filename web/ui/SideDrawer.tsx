import { Drawer } from '@mantine/core'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'

interface Props {
  opened: boolean
  onClose: () => void
  title: ReactNode
  /** Pixels. */
  size?: number
  children: ReactNode
}

/** Details beside a list, which stays where it is. */
export function SideDrawer({ opened, onClose, title, size = 560, children }: Props) {
  const { t } = useTranslation()
  return (
    <Drawer
      opened={opened}
      onClose={onClose}
      title={title}
      size={size}
      closeButtonProps={{ 'aria-label': t('act.close') }}
    >
      {children}
    </Drawer>
  )
}
