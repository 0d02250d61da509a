import { describe, expect, it } from 'vitest'
import { applyMute, isMuted, nobodyMuted } from './apply.ts'

describe('who is muted', () => {
  it('[STATE-118] switches between muted and unmuted, however often it is said', () => {
    const once = applyMute(nobodyMuted, { action: 'mute', account: 'ivy' })
    expect(applyMute(once, { action: 'mute', account: 'ivy' })).toEqual(once)
    expect([isMuted(once, 'ivy'), isMuted(once, 'ian')]).toEqual([true, false])
    expect(applyMute(once, { action: 'unmute', account: 'ivy' })).toEqual(nobodyMuted)
  })

  it('keeps apart who was muted alone and who was with all', () => {
    const all = applyMute(applyMute(nobodyMuted, { action: 'mute', account: 'ivy' }), { action: 'mute', account: null })
    const spoken = applyMute(all, { action: 'unmute', account: 'ian' })
    expect(['ivy', 'ian', 'ida'].map(id => isMuted(spoken, id))).toEqual([true, false, true])
    const after = applyMute(spoken, { action: 'unmute', account: null })
    expect(['ivy', 'ian', 'ida'].map(id => isMuted(after, id))).toEqual([true, false, false])
    expect(applyMute(after, { action: 'mute', account: null }).allowed).toEqual([])
  })
})
