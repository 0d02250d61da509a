import Fuse from 'fuse.js/basic'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { knownPeople, peopleFor } from './people.ts'
import { fuzzy, Ranking } from './ranking.ts'

const people = [
  { id: '1', name: 'Ada Lovelace', sign: 'Partner', company_name: 'Analytical Engines' },
  { id: '2', name: 'Grace Hopper', company_name: 'Harbour Ventures' },
  { id: '3', name: 'Zoë Müller' },
  { id: '4', name: '王伟' },
  { id: '5', name: 'Maximiliane Theodora Konstantinopolskaya-Weissenburger' },
]
const ranking = new Ranking(Fuse, people)
const find = (typed: string) => ranking.find(typed, 30).map(({ id }) => id)

describe('finding people by what is nearly their name', () => {
  it('[CONST-022] has the threshold 0.3: one wrong letter in eight is near, three are not', () => {
    expect(fuzzy.threshold).toBe(0.3)
    expect(find('lovelace')[0]).toBe('1')
    expect(find('lovelxce')).toContain('1')
    expect(find('loxxlxce')).not.toContain('1')
    expect(find('qqqq')).toEqual([])
  })

  it('[CONST-023] reads 32 characters of what is typed, and no more', () => {
    const name = people[4]?.name ?? ''
    expect(fuzzy.maxPatternLength).toBe(32)
    expect(find(`${name.slice(0, 32)}${'x'.repeat(40)}`)).toEqual(['5'])
    expect(find(`${name.slice(0, 8)}${'x'.repeat(40)}`)).toEqual([])
  })

  it('[CONST-024] finds by one letter', () => {
    expect(fuzzy.minMatchCharLength).toBe(1)
    expect(find('z')).toContain('3')
    expect(find('伟')).toContain('4')
  })

  it('knows companies, and letters without their marks', () => {
    expect(find('harbour')).toEqual(['2'])
    expect(find('zoe muller')).toEqual(['3'])
  })

  it('gives the first people in their order while nothing is typed, up to the limit', () => {
    expect(find('  ')).toEqual(['1', '2', '3', '4', '5'])
    expect(ranking.find('', 2)).toHaveLength(2)
    expect(ranking.find('a', 1)).toHaveLength(1)
  })
})

describe('the people of a room', () => {
  afterEach(() => vi.unstubAllGlobals())
  const person = (id: number) => ({
    ...{ id: `p${id}`, name: `Person ${id}`, firstname: '', lastname: '', avatar: '', sign: '', company_name: '' },
    ...{ linkedin_publicProfileUrl: '', part: 'attendee', line: true, removed: id === 7 },
  })

  it('are asked for once, and in a crowd of 10,000 again for each beginning, once', async () => {
    const asked: Record<string, string>[] = []
    vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
      const input = Object.fromEntries(new URLSearchParams(String(init.body)))
      asked.push(input)
      const items = input['name'] ? [person(9000)] : Array.from({ length: 200 }, (_, at) => person(at))
      return new Response(JSON.stringify({ code: 1, message: '', results: { items, total: 10_000, here: 10_000 } }))
    })
    const source = { pitch: 'a-crowd' }
    const now = 1_000_000
    expect(await peopleFor(source, '', now)).toHaveLength(199)
    await peopleFor(source, '', now + 1000)
    expect(asked).toEqual([expect.objectContaining({ limit: '200' })])
    const found = await peopleFor(source, 'Person 9000', now + 1000)
    expect(found.map(({ id }) => id)).toContain('p9000')
    await peopleFor(source, 'Perso', now + 2000)
    expect(asked.map(({ name }) => name)).toEqual([undefined, 'per'])
    expect(knownPeople(source)).toHaveLength(200)
    await peopleFor(source, '', now + 60_000)
    expect(asked).toHaveLength(3)
  })

  it('of a private chat are those in it', async () => {
    const members = [{ id: '1', name: 'Ada', firstname: '', lastname: '', avatar: '', line: true }]
    expect(await peopleFor({ members }, 'x')).toBe(members)
  })
})
