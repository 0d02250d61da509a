import { QueryClientProvider } from '@tanstack/react-query'
import { useState } from 'react'
import { ReplayPage } from '#features/results/replay/web/ReplayPage.tsx'
import { lazyPart } from '#web/light/lazyPart.tsx'
import { createQueries } from './shell/queries.ts'

const Frame = lazyPart(async () => (await import('./shell/Frame.tsx')).Frame, {
  waits: <div className="replay-tools-place" />,
})

/** The replay of a pitch, whose picture needs nothing of the console; the controls around it do. */
export function ReplayDoor() {
  const [queries] = useState(createQueries)
  return (
    <QueryClientProvider client={queries}>
      <ReplayPage frame={Frame} />
    </QueryClientProvider>
  )
}
