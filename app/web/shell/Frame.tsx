import '#web/theme/mantine.ts'
import '../../../web/theme/look.css'
import '../startMail.ts'
import { MantineProvider, mergeThemeOverrides } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { type ReactNode, Suspense, useMemo } from 'react'
import { useTranslation } from 'react-i18next'
import { DoorTools } from '#features/access/session/web/Door.tsx'
import { DoorHelp } from '#features/admin/support/web/DoorHelp.tsx'
import { useLook } from '#web/theme/look.ts'
import { cssVariables, themeOf } from '#web/theme/theme.ts'
import { Guard } from './Guard.tsx'

/** The console's look, its notices and its guard around what they are given. The cache is the page's. */
export function Frame({ children }: { children: ReactNode }) {
  const { t } = useTranslation()
  // Mantine draws the buttons that close notices, dialogs and drawers, and only we know how they are called
  const { theme_colour, size } = useLook()
  const look = useMemo(() => {
    const defaultProps = { 'aria-label': t('act.close') }
    return mergeThemeOverrides(themeOf({ theme_colour, size }), { components: { CloseButton: { defaultProps } } })
  }, [t, theme_colour, size])
  return (
    <MantineProvider
      theme={look}
      cssVariablesResolver={cssVariables}
      defaultColorScheme="auto"
      // tests need not wait for menus to fade in
      env={import.meta.env.MODE === 'test' ? 'test' : 'default'}
    >
      <Notifications position="bottom-right" limit={4} />
      <Suspense>
        <DoorTools value={<DoorHelp />}>
          <Guard>{children}</Guard>
        </DoorTools>
      </Suspense>
    </MantineProvider>
  )
}
