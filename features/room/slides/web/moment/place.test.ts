import { expect, it } from 'vitest'
import { placeIn, positionOf } from './place.ts'

const frame = { width: 1600, height: 900 }

it('knows the place on a picture of any shape, wherever it stands in the frame', () => {
  expect(placeIn({ x: 400, y: 225 }, frame, 16 / 9)).toEqual({ x: 0.25, y: 0.25 })
  // a page of 4:3 has bars at its sides, a very wide one above and below
  expect(placeIn({ x: 100, y: 450 }, frame, 4 / 3)).toBeUndefined()
  expect(placeIn({ x: 800, y: 450 }, frame, 4 / 3)).toEqual({ x: 0.5, y: 0.5 })
  expect(placeIn({ x: 800, y: 10 }, frame, 3)).toBeUndefined()
})

it('shows the place where it was pointed at, on a screen of any size', () => {
  const place = { x: 0.2, y: 0.9 }
  for (const around of [16 / 9, 4 / 3])
    for (const shape of [16 / 9, 4 / 3, 3, 0.7]) {
      const { left, top } = positionOf(place, around, shape)
      const size = { width: 450 * around, height: 450 }
      const back = placeIn({ x: (left / 100) * size.width, y: (top / 100) * 450 }, size, shape)
      expect(back?.x).toBeCloseTo(place.x)
      expect(back?.y).toBeCloseTo(place.y)
    }
})
