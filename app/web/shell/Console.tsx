import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { Outlet } from 'react-router'
import { Frame } from './Frame.tsx'
import { createQueries } from './queries.ts'

/** Everything but the live room: the cache, the look, the notices and the guard around the screens. */
export function Console() {
  const [queries] = useState(createQueries)
  return (
    <QueryClientProvider client={queries}>
      <Frame>
        <Outlet />
      </Frame>
    </QueryClientProvider>
  )
}
