import { expect, it } from 'vitest'
import type { Face } from '#features/room/video/web/videoNow.ts'
import { inStageOrder } from './stageOrder.ts'

const face = (id: string, joined: number, isMe = false): Face => ({
  ...{ id, joined, isMe, name: id, camera: undefined, screen: undefined, sounds: [] },
  ...{ isMuted: false, isSpeaking: false, weak: undefined },
})
const grant = (account: string, since: number) => ({ account, since, microphone: true, camera: true })
const room = { host: 'lead', stage: { hands: [], granted: [grant('late', 9), grant('early', 4)] } }
const order = (faces: Face[]) => inStageOrder(faces, room).map(({ id }) => id)

it('shows faces in the same order to all: who leads, presenters as they joined, attendees as they were let in', () => {
  // each reader has their own face first, and the others as LiveKit has them
  const shown = ['lead', 'first', 'second', 'early', 'late']
  expect(
    order([face('late', 1, true), face('second', 30), face('lead', 40), face('early', 2), face('first', 20)]),
  ).toEqual(shown)
  expect(
    order([face('lead', 40, true), face('first', 20), face('early', 2), face('late', 1), face('second', 30)]),
  ).toEqual(shown)
})

it('keeps the order of two who joined in the same second', () => {
  expect(order([face('b', 5), face('a', 5, true)])).toEqual(order([face('a', 5), face('b', 5, true)]))
})
