import { cleanup, render } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { guestName } from '#features/core/account/veil.ts'
import { ids } from '#features/room/room/web/testing/fakeRoom.ts'
import { InFakeRoom } from '#features/room/room/web/testing/InFakeRoom.tsx'
import { startAllTexts } from '#web/testing/texts.ts'
import { MomentLayers } from './MomentLayers.tsx'

beforeEach(() => void vi.stubGlobal('fetch', () => new Promise(() => {})))
afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
})

const marks = async (watermark: boolean, name: string, isGuest = false) => {
  await startAllTexts()
  const now = { me: { id: ids.ivan, part: 'attendee' as const, session: 'mine', name } }
  const { container } = render(
    <InFakeRoom info={{ watermark }} now={now} room={{ guests: { on: isGuest, hosts: [] } }}>
      <MomentLayers />
    </InFakeRoom>,
  )
  return container.querySelector('.watermark')
}

describe('the watermark of a room', () => {
  it('is the name that the room has for the viewer, out of the way of keys, presses and screen readers', async () => {
    const shown = await marks(true, 'Ivan Petrov')
    expect(shown?.getAttribute('aria-hidden')).toBe('true')
    expect(new Set([...(shown?.children ?? [])].map(({ textContent }) => textContent))).toEqual(
      new Set(['Ivan Petrov']),
    )
    expect(shown?.querySelector('button, a, [tabindex]')).toBeNull()
  })

  it('[PERM-059] is the viewer’s number in guest mode, and before they have given a name', async () => {
    const number = `Guest ${guestName(ids.ivan)}`
    expect((await marks(true, 'Ivan Petrov', true))?.firstChild?.textContent).toBe(number)
    cleanup()
    expect((await marks(true, ''))?.firstChild?.textContent).toBe(number)
  })

  it('is not there for a pitch that does not want it', async () => {
    expect(await marks(false, 'Ivan Petrov')).toBeNull()
  })
})
