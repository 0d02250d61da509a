import { describe, expect, it } from 'vitest'
import { missingHere, problemOf } from './capture.ts'

const failure = (name: string) => Object.assign(new Error(name), { name })
const able = { isSecureContext: true, RTCPeerConnection: class {}, navigator: { mediaDevices: { getUserMedia() {} } } }

describe('[SCREEN-040] the audio and video test', () => {
  it.each([
    ['NotAllowedError', 'denied'],
    ['NotFoundError', 'none'],
    ['OverconstrainedError', 'none'],
    ['NotReadableError', 'busy'],
    ['NotSupportedError', 'unsupported'],
  ])('tells %s as %s', (name, problem) => expect(problemOf(failure(name))).toBe(problem))

  it('finds what a browser lacks', () => {
    expect(missingHere(able)).toBeUndefined()
    expect(missingHere({ ...able, isSecureContext: false })).toBe('insecure')
    expect(missingHere({ ...able, navigator: {} })).toBe('unsupported')
    expect(missingHere({ isSecureContext: true, navigator: able.navigator })).toBe('unsupported')
  })
})
