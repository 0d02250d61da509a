import fc from 'fast-check'
import { expect, it } from 'vitest'
import { MOST_ZOOM, panned, settled, transformOf, type Zoom, zoomedBy } from './zoom.ts'

const part = fc.double({ min: 0, max: 1, noNaN: true })
const zooms = fc.record({ scale: fc.double({ min: 1, max: MOST_ZOOM, noNaN: true }), x: part, y: part }).map(settled)
/** Where on the page, from 0 to 1, a point of the frame is. */
const placeOf = (zoom: Zoom | null, at: { x: number; y: number }) => ({
  x: (zoom?.x ?? 0.5) + (at.x - 0.5) / (zoom?.scale ?? 1),
  y: (zoom?.y ?? 0.5) + (at.y - 0.5) / (zoom?.scale ?? 1),
})

it('never shows anything beside the page, and the whole page is no zoom', () => {
  fc.assert(
    fc.property(zooms, fc.double({ min: 0.1, max: 10, noNaN: true }), part, part, (zoom, factor, x, y) => {
      for (const next of [zoomedBy(zoom, factor, { x, y }), panned(zoom, x * 4 - 2, y * 4 - 2)]) {
        if (!next) continue
        for (const corner of [0, 1]) {
          const { x: left, y: top } = placeOf(next, { x: corner, y: corner })
          expect(left).toBeGreaterThanOrEqual(-1e-3)
          expect(left).toBeLessThanOrEqual(1.001)
          expect(top).toBeGreaterThanOrEqual(-1e-3)
          expect(top).toBeLessThanOrEqual(1.001)
        }
      }
    }),
  )
  expect(settled({ scale: 1, x: 0.2, y: 0.9 })).toBeNull()
  expect(panned(null, 1, 1)).toBeNull()
})

it('keeps in its place what the mouse is on', () => {
  fc.assert(
    fc.property(part, part, fc.double({ min: 1.1, max: 2, noNaN: true }), (x, y, factor) => {
      const once = zoomedBy(null, factor, { x, y })
      const twice = zoomedBy(once, factor, { x, y })
      for (const zoom of [once, twice]) {
        const place = placeOf(zoom, { x, y })
        expect(place.x).toBeCloseTo(x, 2)
        expect(place.y).toBeCloseTo(y, 2)
      }
    }),
  )
})

it('puts the middle of the part into the middle of the frame', () => {
  expect(transformOf({ scale: 2, x: 0.25, y: 0.75 })).toBe('translate(0%, -100%) scale(2)')
  expect(transformOf(null)).toBeUndefined()
})
