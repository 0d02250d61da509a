import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, describe, expect, it } from 'vitest'
import type { RoomConnection } from '#features/room/room/web/roomConnection.ts'
import { InFakeRoom } from '#features/room/room/web/testing/InFakeRoom.tsx'
import { startAllTexts } from '#web/testing/texts.ts'
import { ReactionsShown } from './ReactionsShown.tsx'

afterEach(cleanup)

describe('the names of reactions', () => {
  it.each([
    ['en', '👏 Ivy Investor, Guest #12AB'],
    ['zh-Hans', '👏 Ivy Investor、访客 #12AB'],
    ['zh-Hant', '👏 Ivy Investor、訪客 #12AB'],
  ] as const)('[PERM-059] say of a guest that it is one (%s)', async (language, words) => {
    await startAllTexts(language)
    let tell: (signal: { type: string; payload: unknown }) => void = () => {}
    const connection = {
      onSignal: (listener: typeof tell) => {
        tell = listener
        return () => {}
      },
    } as unknown as RoomConnection
    render(
      <InFakeRoom connection={connection}>
        <ReactionsShown />
      </InFakeRoom>,
    )
    act(() => tell({ type: 'reactionsBy', payload: { names: { '👏': ['Ivy Investor', '#12AB'] } } }))
    expect(screen.getByText(words)).toBeTruthy()
  })
})
