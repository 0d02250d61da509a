import { expect, it } from 'vitest'
import { noSpeaker, type Speaker, speakerNow } from './speaker.ts'

const face = (id: string, isSpeaking = false, isMe = false) => ({ id, isSpeaking, isMe })

it('gives the large place to who speaks, and not for a cough', () => {
  let speaker: Speaker = speakerNow(noSpeaker, [face('me', true, true), face('ada'), face('ben', true)], 0)
  expect(speaker.id).toBe('ben')
  speaker = speakerNow(speaker, [face('ada', true), face('ben', true)], 100)
  expect(speaker.id).toBe('ben')
  speaker = speakerNow(speaker, [face('ada', true), face('ben')], 200)
  speaker = speakerNow(speaker, [face('ada'), face('ben')], 900)
  expect(speaker.id).toBe('ben')
  speaker = speakerNow(speaker, [face('ada', true), face('ben')], 1500)
  expect(speaker.id).toBe('ada')
})

it('is never empty, and shows me only when I am alone', () => {
  expect(speakerNow(noSpeaker, [], 0).id).toBeUndefined()
  expect(speakerNow(noSpeaker, [face('me', true, true)], 0).id).toBe('me')
  const alone = speakerNow(noSpeaker, [face('me', true, true)], 0)
  expect(speakerNow(alone, [face('me', true, true), face('ada')], 1).id).toBe('ada')
  const gone = speakerNow({ id: 'ben', quietSince: undefined }, [face('ada')], 1)
  expect(gone.id).toBe('ada')
})
