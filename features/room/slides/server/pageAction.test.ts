import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { follow, type RoomStack, seedPitch, startRooms, until } from '#testing/startRooms.ts'

let stack: RoomStack
beforeAll(async () => {
  stack = await startRooms()
})
afterAll(() => stack.stop())

const first = { page: 1, action: 'right', index: 0 }

describe('getPageAction and updatePageAction', () => {
  it('[CALL-066, CALL-067, STATE-010] read and set the page, the side it came from and the step on it', async () => {
    const { uuid: pitch_uuid } = await seedPitch(stack)
    const presenter = stack.as('presenter')
    const set = (index: number) => presenter.updatePageAction({ pitch_uuid, page: 1, action: 'left', index })
    expect(await set(3)).toEqual(first)
    expect(await presenter.getPageAction({ pitch_uuid })).toEqual(first)
    await presenter.startPitch({ uuid: pitch_uuid })
    const seen = follow(stack.connect('presenter', pitch_uuid))
    await until(() => seen.view)
    expect(await set(3)).toEqual({ page: 1, action: 'left', index: 3 })
    expect(await presenter.getPageAction({ pitch_uuid })).toEqual({ page: 1, action: 'left', index: 3 })
    await until(() => seen.view?.room.index === 3)
    expect(await presenter.sgUpdatePitchPages({ pitch_uuid, page: 1, action: 'left', index: 3 })).toMatchObject({
      page: 1,
      index: 3,
    })
    expect(seen.events.filter(event => event.type === 'pageChanged')).toHaveLength(1)
  })

  it('keep the rules of sgUpdatePitchPages', async () => {
    const { uuid: pitch_uuid } = await seedPitch(stack)
    const page = { pitch_uuid, page: 1 }
    await expect(stack.as('presenter').updatePageAction({ ...page, page: 2 })).rejects.toMatchObject({
      code: 'PageNotFound',
    })
    await expect(stack.as('admin').updatePageAction(page)).rejects.toMatchObject({ code: 'NoPermission' })
    await expect(stack.as('lumenAdmin').updatePageAction(page)).rejects.toMatchObject({ code: 'PitchNotFound' })
    await expect(stack.as('lumenAdmin').getPageAction({ pitch_uuid })).rejects.toMatchObject({ code: 'PitchNotFound' })
    await stack.as('presenter').startPitch({ uuid: pitch_uuid })
    await stack.as('presenter').endPitch({ uuid: pitch_uuid })
    await expect(stack.as('presenter').updatePageAction(page)).rejects.toMatchObject({ code: 'PitchStateForbids' })
  })
})

describe('updatePageZoom', () => {
  const near = { scale: 2, x: 0.3, y: 0.6 }

  it('shows everybody the same part of the page, also who comes later, until the page is turned', async () => {
    const { uuid: pitch_uuid } = await seedPitch(stack)
    const presenter = stack.as('presenter')
    await presenter.startPitch({ uuid: pitch_uuid })
    const seen = follow(stack.connect('presenter', pitch_uuid))
    await until(() => seen.view)
    expect(await presenter.updatePageZoom({ pitch_uuid, page: 1, ...near })).toEqual({ zoom: near })
    await presenter.updatePageZoom({ pitch_uuid, page: 1, ...near })
    await until(() => seen.view?.room.zoom)
    const late = follow(stack.connect('presenter', pitch_uuid))
    await until(() => late.view)
    expect(late.view?.room.zoom).toEqual(near)
    expect(seen.events.filter(({ type }) => type === 'zoomChanged')).toHaveLength(1)
    // nothing beside the page is shown
    expect((await presenter.updatePageZoom({ pitch_uuid, page: 1, scale: 2, x: 0, y: 1 })).zoom).toEqual({
      ...{ scale: 2, x: 0.25, y: 0.75 },
    })
    await presenter.updatePageAction({ pitch_uuid, page: 1, action: 'left', index: 1 })
    await until(() => seen.view?.room.zoom === null)
    // what was meant for another page changes nothing
    expect((await presenter.updatePageZoom({ pitch_uuid, page: 2, ...near })).zoom).toBeNull()
    await presenter.updatePageZoom({ pitch_uuid, page: 1, ...near })
    expect((await presenter.updatePageZoom({ pitch_uuid, page: 1, ...near, scale: 1 })).zoom).toBeNull()
    await until(() => seen.view?.room.zoom === null)
  })

  it('is for presenters, while the pitch is live', async () => {
    const { uuid: pitch_uuid } = await seedPitch(stack)
    const ask = { pitch_uuid, page: 1, ...near }
    await expect(stack.as('presenter').updatePageZoom(ask)).rejects.toThrow('PitchStateForbids')
    await stack.as('presenter').startPitch({ uuid: pitch_uuid })
    await expect(stack.as('admin').updatePageZoom(ask)).rejects.toThrow('NoPermission')
    await expect(stack.as('lumenAdmin').updatePageZoom(ask)).rejects.toThrow('PitchNotFound')
    await expect(stack.as('presenter').updatePageZoom({ ...ask, scale: 50 })).rejects.toThrow('InputInvalid')
  })
})

it('[STATE-030] shows a pitch that is restarted to everybody in its room as before its start', async () => {
  const { uuid } = await seedPitch(stack)
  const presenter = stack.as('presenter')
  await presenter.startPitch({ uuid })
  const seen = follow(stack.connect('presenter', uuid))
  await until(() => seen.view?.room.status === 2)
  await presenter.endPitch({ uuid })
  await until(() => seen.view?.room.status === 3)
  const { changePitchState } = await import('#features/core/pitch/server/state.ts')
  const { id } = await presenter.getPitchDetail({ uuid })
  await stack.db.transaction(tx => changePitchState(tx, { id }, 'finish'))
  await presenter.RestartPitch({ uuid })
  await until(() => seen.view?.room.status === 0)
  expect(seen.view?.room).toMatchObject({ ...first, host: null, startedAt: null, endedAt: null })
  const numbers = seen.events.map(event => event.seq)
  expect(numbers).toEqual(numbers.map((_, i) => (numbers[0] ?? 0) + i))
})
