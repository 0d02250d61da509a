import '../theme/mantine.ts'
import { MantineProvider } from '@mantine/core'
import { Notifications } from '@mantine/notifications'
import { QueryClientProvider } from '@tanstack/react-query'
import { Suspense, useState } from 'react'
import { cssVariables, theme } from '../theme/theme.ts'
import { Guard } from './Guard.tsx'
import { createQueries } from './queries.ts'

/** Everything but the live room: the look, the cache, the notices and the guard around the screens. */
export function Console() {
  const [queries] = useState(createQueries)
  return (
    <QueryClientProvider client={queries}>
      <MantineProvider
        theme={theme}
        cssVariablesResolver={cssVariables}
        defaultColorScheme="auto"
        // tests need not wait for menus to fade in
        env={import.meta.env.MODE === 'test' ? 'test' : 'default'}
      >
        <Notifications position="bottom-right" limit={4} />
        <Suspense>
          <Guard />
        </Suspense>
      </MantineProvider>
    </QueryClientProvider>
  )
}
