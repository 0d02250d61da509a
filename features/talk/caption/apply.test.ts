import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { applyCaption } from './apply.ts'
import type { Caption } from './events.ts'
import { captionLanguages, nearestLanguage, SNAPSHOT_CAPTIONS, speechCodeOf } from './rules.ts'

const { apply, emptyView } = roomModel

const said = (id: number, text: string, second = id, speaker = 'ada'): Caption => {
  const at = new Date(Date.UTC(2026, 0, 1, 0, 0, second)).toISOString()
  return { id: `${id}`, speaker, name: 'Ada', language: 'en', text, final: true, at, ended_at: at }
}

describe('the captions of a room', () => {
  it('[PROD-018] keeps the last ones in the order in which they were said', () => {
    const state = [said(2, 'b'), said(1, 'a'), said(4, 'd'), said(3, 'c')].reduce(applyCaption, [])
    expect(state.map(one => one.text)).toEqual(['b', 'c', 'd'])
  })

  it('[PROD-018] replaces what is corrected, and brings back nothing that is gone', () => {
    const state = [said(1, 'a'), said(2, 'b'), said(3, 'c'), said(4, 'd'), said(3, 'see')].reduce(applyCaption, [])
    expect(state.map(one => one.text)).toEqual(['b', 'see', 'd'])
    expect(applyCaption(state, said(1, 'ay'))).toBe(state)
  })

  it('[PROD-018] does not let one speaker correct another one', () => {
    expect([said(1, 'a'), said(1, 'forged', 1, 'eve')].reduce(applyCaption, []).map(one => one.text)).toContain('a')
  })

  it('[PROD-018] is the same for a browser that was connected throughout and for one that resumed from a snapshot', () => {
    const events = fc.array(fc.tuple(fc.integer({ min: 1, max: 8 }), fc.string(), fc.integer({ min: 0, max: 20 })), {
      maxLength: 40,
    })
    fc.assert(
      fc.property(events, fc.nat(), (all, cut) => {
        const happened = all.map(
          ([id, text, second], i): RoomEvent => ({
            seq: i + 1,
            type: 'captionSaid',
            payload: { caption: said(id, text, second) },
            at: '',
          }),
        )
        const whole = happened.reduce(apply, emptyView)
        const at = cut % (happened.length + 1)
        const snapshot = JSON.parse(JSON.stringify(happened.slice(0, at).reduce(apply, emptyView)))
        expect(happened.slice(at).reduce(apply, snapshot)).toEqual(whole)
        expect(whole.room.captions.length).toBeLessThanOrEqual(SNAPSHOT_CAPTIONS)
      }),
    )
  })
})

describe('caption languages', () => {
  it('[I18N-006] are twelve, with both Chinese scripts as one', () => {
    const names = new Intl.DisplayNames('en', { type: 'language', languageDisplay: 'standard' })
    expect(captionLanguages.map(language => names.of(language))).toEqual([
      'Chinese (Simplified)',
      'Chinese (Traditional)',
      'Dutch',
      'English',
      'French',
      'German',
      'Hungarian',
      'Italian',
      'Japanese',
      'Korean',
      'Portuguese',
      'Russian',
      'Spanish',
    ])
    expect(new Set(captionLanguages.map(language => language.split('-')[0])).size).toBe(12)
    for (const language of captionLanguages) expect(nearestLanguage(speechCodeOf(language))).toBe(language)
    expect(['zh-HK', 'zh', 'de-AT', 'sv'].map(nearestLanguage)).toEqual(['zh-Hant', 'zh-Hans', 'de', 'en'])
  })
})
