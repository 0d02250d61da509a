import { readFileSync } from 'node:fs'
import { parentPort, workerData } from 'node:worker_threads'
import Papa from 'papaparse'
import type { CsvWork } from './readCsv.ts'

const { path, most } = workerData as CsvWork
const text = readFileSync(path, 'utf8').replace(/^\uFEFF/, '')
const { data } = Papa.parse<string[]>(text, { skipEmptyLines: 'greedy' })
const fits =
  data.length <= most.rows &&
  data.every(row => row.length <= most.columns && row.every(cell => cell.length <= most.cell))
parentPort?.postMessage(fits ? data : undefined)
