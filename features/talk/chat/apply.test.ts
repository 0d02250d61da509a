import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { RoomEvent } from '#features/room/room/parts.ts'
import { roomModel } from '#features/screens/live/roomParts.ts'
import { applyMute, isMuted, noMutes, withoutDeleted } from './apply.ts'
import type { ChatMessage } from './events.ts'

const { apply, emptyView } = roomModel

describe('who is muted', () => {
  it('[STATE-118] switches between muted and unmuted, however often it is said', () => {
    const once = applyMute(noMutes, { action: 'mute', account: 'ivy' })
    expect(applyMute(once, { action: 'mute', account: 'ivy' })).toEqual(once)
    expect([isMuted(once, 'ivy'), isMuted(once, 'ian')]).toEqual([true, false])
    expect(applyMute(once, { action: 'unmute', account: 'ivy' })).toEqual(noMutes)
  })

  it('keeps apart who was muted alone and who was with all', () => {
    const all = applyMute(applyMute(noMutes, { action: 'mute', account: 'ivy' }), { action: 'mute', account: null })
    const spoken = applyMute(all, { action: 'unmute', account: 'ian' })
    expect(['ivy', 'ian', 'ida'].map(id => isMuted(spoken, id))).toEqual([true, false, true])
    const after = applyMute(spoken, { action: 'unmute', account: null })
    expect(['ivy', 'ian', 'ida'].map(id => isMuted(after, id))).toEqual([true, false, false])
    expect(applyMute(after, { action: 'mute', account: null }).allowed).toEqual([])
  })
})

const said = (id: number, text: string): ChatMessage => ({
  ...{ id, local_msg_id: `local ${id}`, group_uuid: 'group', type: 'group', msg_type: 0, msg_content: btoa(text) },
  ...{ fromuserid: 'ivy', touserid: null, name: 'Ivy', create_time: '2026-01-01T10:00:00Z' },
})

describe('the messages of a room', () => {
  type Step = { what: 'sent' | 'edited' | 'deleted' | 'reacted'; id: number; count: number }
  const steps = fc.array(
    fc.record<Step>({
      what: fc.constantFrom('sent', 'edited', 'deleted', 'reacted'),
      id: fc.integer({ min: 1, max: 60 }),
      count: fc.integer({ min: 0, max: 3 }),
    }),
    { maxLength: 300 },
  )
  const eventOf = ({ what, id, count }: Step, seq: number): RoomEvent => {
    const base = { seq, at: '' }
    // the revision counts up with every change of a message, whichever it is
    const revision = seq
    if (what === 'sent') return { ...base, type: 'messageSent', payload: { message: said(id, `text ${id}`) } }
    if (what === 'edited') {
      const edited_time = '2026-01-01T10:01:00Z'
      return {
        ...base,
        type: 'messageEdited',
        payload: { id, msg_content: btoa(`edit ${seq}`), edited_time, revision },
      }
    }
    if (what === 'deleted') return { ...base, type: 'messageDeleted', payload: { id, deleted: 'sender', revision } }
    const reacted = { id, emoji: '👍' as const, account: 'ian', on: count > 0, count, revision }
    return { ...base, type: 'messageReacted', payload: reacted }
  }

  it('are the same for a browser that was connected throughout and for one that resumed from a snapshot', () => {
    fc.assert(
      fc.property(steps, fc.nat(), (all, cut) => {
        const happened = all.map((step, i) => eventOf(step, i + 1))
        const whole = happened.reduce(apply, emptyView)
        const at = cut % (happened.length + 1)
        const snapshot = JSON.parse(JSON.stringify(happened.slice(0, at).reduce(apply, emptyView)))
        expect(happened.slice(at).reduce(apply, snapshot)).toEqual(whole)
        // a browser that applies a change twice, or an old one after a newer one, has what the others have
        const sent = new Set<number>()
        const changes = happened.filter(event => {
          if (event.type === 'messageSent') sent.add(event.payload.message.id)
          return event.type !== 'messageSent' && 'id' in event.payload && sent.has(Number(event.payload.id))
        })
        expect(changes.reduce(apply, whole)).toEqual(whole)
      }),
    )
  })

  it('keep nothing of what was deleted, in the room or on the way to it', () => {
    const sent = eventOf({ what: 'sent', id: 7, count: 0 }, 1)
    const edited = eventOf({ what: 'edited', id: 7, count: 0 }, 2)
    const deleted = eventOf({ what: 'deleted', id: 7, count: 0 }, 3)
    const kept = [sent, edited].map(event => withoutDeleted(event, 7))
    expect(JSON.stringify(kept)).not.toMatch(new RegExp([btoa('text 7'), btoa('edit 2')].join('|')))
    const here = [sent, edited, deleted].reduce(apply, emptyView).chat
    expect(here.messages).toMatchObject([{ id: 7, msg_content: '', deleted: 'sender' }])
    expect([...kept, deleted].reduce(apply, emptyView).chat).toEqual(here)
    expect(withoutDeleted(sent, 8)).toBe(sent)
  })
})
