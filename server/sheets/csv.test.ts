import Papa from 'papaparse'
import { expect, it } from 'vitest'
import { EXPORTED, exportOf } from './csv.ts'

const now = new Date('2026-03-04T23:30:00Z')
const numbers = (total: number) => ({
  columns: [
    ['Number', (row: number) => row],
    ['Name', (row: number) => `=${row}`],
  ] as const,
  read: async ({ page, limit }: { page: number; limit: number }) => {
    const from = (page - 1) * limit
    return { items: Array.from({ length: Math.max(0, Math.min(limit, total - from)) }, (_, n) => from + n), total }
  },
  now,
  title: 'numbers',
})

it('writes all rows of a list in its order, named by the day and the list', async () => {
  const { filename, csv, rows, total } = await exportOf(numbers(4500))
  expect([filename, rows, total]).toEqual(['2026-03-04-numbers.csv', 4500, 4500])
  const table = Papa.parse<string[]>(csv.slice(1).trimEnd()).data
  expect(table[0]).toEqual(['Number', 'Name'])
  expect(table.slice(1).map(([number]) => number)).toEqual(Array.from({ length: 4500 }, (_, n) => String(n)))
  expect(table[1]?.[1]).toBe("'=0")
})

it('stops at the most rows of a file, and says how many there are', async () => {
  const { rows, total } = await exportOf(numbers(EXPORTED + 1))
  expect([rows, total]).toEqual([EXPORTED, EXPORTED + 1])
})
