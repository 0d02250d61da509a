import { ActionIcon, Button, Group, Select, Table, TextInput, Tooltip } from '@mantine/core'
import { IconClockPin, IconPlus, IconX } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { pagesQuery } from '#features/room/deck/web/deckQueries.ts'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { useActs } from '#web/ui/record/useActs.tsx'
import { replayCalls } from '../contract.ts'
import { MAX_MATCHED, preciseText, secondsIn } from '../rules.ts'
import type { PitchVideo } from '../videoContract.ts'
import { usePlaceIn } from './playing.ts'

interface Row {
  readonly key: number
  readonly at: string
  readonly page: string | null
}

/** What is wrong with a row; rows of which nothing is known yet are looked at when they are saved. */
function problemsOf(row: Row, rows: readonly Row[], seconds: number) {
  const at = secondsIn(row.at)
  const isTwice = at !== undefined && rows.some(other => other !== row && secondsIn(other.at) === at)
  return {
    at: at === undefined ? 'badTime' : isTwice ? 'twice' : at >= seconds ? 'late' : undefined,
    page: row.page === null ? 'noPage' : undefined,
  } as const
}

/** A table of the moments at which an attached video shows which slide: its chapters. */
export function VideoSlides({ uuid, video }: { uuid: string; video: PitchVideo }) {
  const { t } = useTranslation('replay')
  const pages = useQuery(pagesQuery(uuid))
  const { begin, running, dialog } = useActs(replayCalls)
  const [rows, setRows] = useState<readonly Row[]>(() =>
    video.slides.map(({ at, page }, key) => ({ key, at: preciseText(at), page: page === null ? null : String(page) })),
  )
  const [isChecked, setChecked] = useState(false)
  const place = usePlaceIn(video.id)
  if (pages.error && !pages.data) return <ErrorNotice failure={pages.error} retry={pages.refetch} />
  if (!pages.data) return null
  const options = pages.data.pages.map(({ page, text }) => {
    const line = text.trim().split('\n')[0]?.trim().slice(0, 60)
    return { value: String(page), label: line ? t('video.slides.pageOf', { page, text: line }) : String(page) }
  })
  const add = () => {
    const key = Math.max(-1, ...rows.map(row => row.key)) + 1
    const next = Number(rows.at(-1)?.page ?? 0) + 1
    setRows([...rows, { key, at: rows.length === 0 ? '0:00' : '', page: options[next - 1]?.value ?? null }])
  }
  const save = () => {
    setChecked(true)
    if (rows.some(row => Object.values(problemsOf(row, rows, video.seconds)).some(Boolean))) return
    const slides = rows
      .map(({ at, page }) => ({ at: secondsIn(at) ?? 0, page: Number(page) }))
      .toSorted((a, b) => a.at - b.at)
    begin({
      label: t('video.slides.save'),
      run: () => client.matchPitchVideo({ uuid, slides }),
      done: t('video.slides.saved'),
    })
  }
  // slides of a deck that is gone can be removed
  if (options.length === 0 && video.slides.length === 0) return <p>{t('video.slides.noDeck')}</p>
  return (
    <section className="replay-matched" aria-label={t('video.slides.title')}>
      <h3>{t('video.slides.title')}</h3>
      <p>{t('video.slides.hint')}</p>
      {rows.length === 0 && <p>{t('video.slides.none')}</p>}
      {rows.length > 0 && (
        <SlideTable
          {...{ rows, setRows, options, place }}
          problems={row => (isChecked ? problemsOf(row, rows, video.seconds) : {})}
        />
      )}
      <Group gap="sm">
        <Button
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          disabled={rows.length >= MAX_MATCHED || options.length === 0}
          onClick={add}
        >
          {t('video.slides.add')}
        </Button>
        <Button onClick={save} loading={running !== undefined}>
          {t('video.slides.save')}
        </Button>
      </Group>
      {dialog}
    </section>
  )
}

type Problems = Partial<ReturnType<typeof problemsOf>>

interface TableProps {
  rows: readonly Row[]
  setRows: (rows: readonly Row[]) => void
  options: RowProps['options']
  problems: (row: Row) => Problems
  /** Where the player is; undefined while it shows another recording. */
  place: (() => number) | undefined
}

function SlideTable({ rows, setRows, options, problems, place }: TableProps) {
  const { t } = useTranslation('replay')
  const change = (key: number, changed: Partial<Row>) =>
    setRows(rows.map(row => (row.key === key ? { ...row, ...changed } : row)))
  return (
    <Table verticalSpacing={4} layout="fixed">
      <Table.Thead>
        <Table.Tr>
          <Table.Th w="11rem">{t('video.slides.at')}</Table.Th>
          <Table.Th>{t('video.slides.page')}</Table.Th>
          <Table.Td w="3.5rem" />
        </Table.Tr>
      </Table.Thead>
      <Table.Tbody>
        {rows.map(row => (
          <SlideRow
            key={row.key}
            {...{ row, options, place }}
            problems={problems(row)}
            change={changed => change(row.key, changed)}
            remove={() => setRows(rows.filter(other => other !== row))}
          />
        ))}
      </Table.Tbody>
    </Table>
  )
}

interface RowProps {
  row: Row
  options: { value: string; label: string }[]
  place: TableProps['place']
  problems: Problems
  change: (changed: Partial<Row>) => void
  remove: () => void
}

/** Milliseconds between two looks at the player, which may be out of sight. */
const LOOK = 200

/** What a press would take now. */
function PlaceNow({ place }: { place: () => number }) {
  const { t } = useTranslation(['replay', 'common'])
  const [at, setAt] = useState(place)
  const latest = useRef(place)
  latest.current = place
  useEffect(() => {
    const timer = setInterval(() => setAt(latest.current()), LOOK)
    return () => clearInterval(timer)
  }, [])
  return t('common:pair', { label: t('video.slides.take'), value: preciseText(at) })
}

function SlideRow({ row, options, place, problems, change, remove }: RowProps) {
  const { t } = useTranslation('replay')
  return (
    <Table.Tr>
      <Table.Td valign="top">
        <TextInput
          aria-label={t('video.slides.at')}
          placeholder="4:05"
          value={row.at}
          error={problems.at && t(`video.slides.${problems.at}`)}
          onChange={event => change({ at: event.currentTarget.value })}
          rightSection={
            place && (
              <Tooltip label={<PlaceNow place={place} />} events={{ hover: true, focus: true, touch: true }}>
                <ActionIcon
                  variant="subtle"
                  aria-label={t('video.slides.take')}
                  onClick={() => change({ at: preciseText(place()) })}
                >
                  <IconClockPin size={18} aria-hidden />
                </ActionIcon>
              </Tooltip>
            )
          }
        />
      </Table.Td>
      <Table.Td valign="top">
        <Select
          aria-label={t('video.slides.page')}
          searchable
          data={options}
          value={row.page}
          placeholder={t('video.slides.noPage')}
          error={problems.page && t(`video.slides.${problems.page}`)}
          onChange={page => change({ page })}
        />
      </Table.Td>
      <Table.Td valign="top">
        <ActionIcon
          variant="subtle"
          color="gray"
          size="lg"
          aria-label={t('video.slides.remove', { at: row.at })}
          onClick={remove}
        >
          <IconX size={18} aria-hidden />
        </ActionIcon>
      </Table.Td>
    </Table.Tr>
  )
}
