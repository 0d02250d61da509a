import { ActionIcon, Alert, Button, Checkbox, Stack, Text, Tooltip } from '@mantine/core'
import { IconCopy, IconInbox, IconLink, IconLinkOff, IconMailForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { fullName } from '#contract/names.ts'
import { client } from '#web/client/client.ts'
import { useKeepsMail } from '#web/i18n/mail.ts'
import { type Column, CutText, DataList } from '#web/ui/DataList.tsx'
import { useListState } from '#web/ui/listState.ts'
import { ExportAct } from '#web/ui/record/ExportAct.tsx'
import type { Attendee } from '../contract.ts'
import { CopiedLink, type CopyingLink, useCopyLink } from './CopyLink.tsx'
import { attendeesQuery } from './inviteQueries.ts'
import './AttendeeTable.css'
import { Attendance, Delivery } from './Delivery.tsx'
import { LinkDialog } from './LinkDialog.tsx'
import { ResendDialog } from './ResendDialog.tsx'
import { WaitingInvitees } from './WaitingInvitees.tsx'

interface Props {
  uuid: string
  /** Whether invitations can still be sent. */
  open: boolean
  /** The button of an empty table. */
  emptyAct?: ReactNode
}

/** The attendees, the state of their emails, and their links: send again, copy, switch off and on. */
export function AttendeeTable({ uuid, open, emptyAct }: Props) {
  const { t } = useTranslation('invite')
  const state = useListState({ sorts: ['added'], sort: 'added', filters: ['name'] })
  const { page, limit, filters } = state
  const query = useQuery(attendeesQuery({ uuid, page, limit, ...(filters.name && { name: filters.name }) }))
  const [selected, setSelected] = useState<ReadonlySet<string>>(new Set())
  const [resent, setResent] = useState<readonly string[]>()
  const [switched, setSwitched] = useState<Attendee>()
  const [noneChosen, setNoneChosen] = useState(false)
  const shown = query.data?.items ?? []
  const keepsMail = useKeepsMail()
  // shown only while links can be copied, which the attendees of a pitch that is over no longer need
  const isMailKept = keepsMail || shown.some(attendee => attendee.delivery === 'kept')
  const copying = useCopyLink(uuid)

  const select = (ids: readonly string[], on: boolean) => {
    setNoneChosen(false)
    setSelected(before => new Set(on ? [...before, ...ids] : [...before].filter(id => !ids.includes(id))))
  }

  return (
    <>
      <WaitingInvitees uuid={uuid} open={open} />
      {open && isMailKept && shown.length > 0 && (
        <Alert variant="light" color="yellow" icon={<IconInbox aria-hidden />} mb="md">
          <Stack gap="sm" align="flex-start">
            {t('table.kept')}
            <ExportAct words={(word, of) => t(`links.${word}`, of)} run={() => client.exportJoinLinks({ uuid })} />
          </Stack>
        </Alert>
      )}
      <Answers answers={query.data?.answers} />
      <DataList
        label={t('table.label')}
        state={state}
        query={query}
        columns={columnsOf(t, {
          ...{ open, selected, select, copying, toggle: setSwitched },
          resend: id => setResent([id]),
        })}
        rowKey={attendee => attendee.id}
        search={{ filter: 'name', label: t('table.search') }}
        filters={
          open && (
            <SelectionActs
              {...{ shown, selected, select, noneChosen }}
              // [RULE-091, ERR-051] an act on many needs at least one
              resend={() => (selected.size > 0 ? setResent([...selected]) : setNoneChosen(true))}
            />
          )
        }
        empty={{
          title: t('table.empty'),
          hint: t(keepsMail ? 'table.emptyHintKept' : 'table.emptyHint'),
          act: emptyAct,
        }}
      />
      <ResendDialog
        uuid={uuid}
        ids={resent}
        onClose={() => setResent(undefined)}
        onSent={() => setSelected(new Set())}
      />
      <CopiedLink copying={copying} />
      <LinkDialog uuid={uuid} attendee={switched} onClose={() => setSwitched(undefined)} />
    </>
  )
}

/** How many have said that they come, and that they do not; nothing before the first answer. */
function Answers({ answers }: { answers: { yes: number; no: number } | undefined }) {
  const { t } = useTranslation('invite')
  if (!answers || answers.yes + answers.no === 0) return null
  return (
    <Text size="sm" mb="md" role="status">
      {t('table.comes', { count: answers.yes })}
      {' · '}
      {t('table.cannot', { count: answers.no })}
    </Text>
  )
}

interface Acts {
  open: boolean
  selected: ReadonlySet<string>
  select: (ids: readonly string[], on: boolean) => void
  copying: CopyingLink
  resend: (id: string) => void
  toggle: (attendee: Attendee) => void
}

type Translate = ReturnType<typeof useTranslation<'invite'>>['t']

function columnsOf(t: Translate, acts: Acts): Column<Attendee, 'added'>[] {
  const choose: Column<Attendee, 'added'> = {
    key: 'choose',
    title: t('table.choose'),
    titleUnseen: true,
    width: 40,
    cell: attendee => (
      <Checkbox
        size="xs"
        aria-label={t('table.chooseOne', { email: attendee.email })}
        checked={acts.selected.has(attendee.id)}
        onChange={event => acts.select([attendee.id], event.currentTarget.checked)}
      />
    ),
  }
  const people: Column<Attendee, 'added'>[] = [
    {
      key: 'person',
      title: t('table.person'),
      cell: attendee => (
        <span className="attendee-person">
          <CutText className="attendee-name">{fullName(attendee)}</CutText>
          <CutText className={fullName(attendee) ? 'attendee-email' : ''}>{attendee.email}</CutText>
          {attendee.tag && <span className="attendee-email">{t('table.partner', { tag: attendee.tag })}</span>}
        </span>
      ),
    },
    { key: 'delivery', title: t('table.delivery'), cell: attendee => <Delivery attendee={attendee} /> },
    { key: 'attendance', title: t('table.attendance'), cell: attendee => <Attendance attendee={attendee} /> },
  ]
  const row: Column<Attendee, 'added'> = {
    key: 'acts',
    title: t('table.acts'),
    titleUnseen: true,
    numeric: true,
    cell: attendee => <RowActs attendee={attendee} acts={acts} />,
  }
  return acts.open ? [choose, ...people, row] : [...people, row]
}

function RowActs({ attendee, acts }: { attendee: Attendee; acts: Acts }) {
  const { t } = useTranslation('invite')
  const mayCome = acts.open && !attendee.disabled && !attendee.removed
  const [again, toggle] = [t('resend.one'), t(attendee.disabled ? 'link.enable' : 'link.disable')]
  return (
    <span className="attendee-acts">
      {mayCome && (
        <Tooltip label={t('copy.act')}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('copy.actFor', { email: attendee.email })}
            loading={acts.copying.busy === attendee.id}
            onClick={() => acts.copying.copy(attendee)}
          >
            <IconCopy size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      {mayCome && (
        <Tooltip label={again}>
          <ActionIcon
            variant="subtle"
            color="gray"
            aria-label={t('resend.oneFor', { email: attendee.email })}
            onClick={() => acts.resend(attendee.id)}
          >
            <IconMailForward size={16} aria-hidden />
          </ActionIcon>
        </Tooltip>
      )}
      <Tooltip label={toggle}>
        <ActionIcon
          variant="subtle"
          color="gray"
          aria-label={t(attendee.disabled ? 'link.enableFor' : 'link.disableFor', { email: attendee.email })}
          onClick={() => acts.toggle(attendee)}
        >
          {attendee.disabled ? <IconLink size={16} aria-hidden /> : <IconLinkOff size={16} aria-hidden />}
        </ActionIcon>
      </Tooltip>
    </span>
  )
}

interface SelectionProps extends Pick<Acts, 'selected' | 'select'> {
  shown: readonly Attendee[]
  /** The person has pressed the button without a selection. */
  noneChosen: boolean
  resend: () => void
}

function SelectionActs({ shown, selected, select, noneChosen, resend }: SelectionProps) {
  const { t } = useTranslation('invite')
  return (
    <>
      <AllCheckbox shown={shown} selected={selected} select={select} />
      <Button
        variant="default"
        onClick={resend}
        leftSection={<IconMailForward size={16} aria-hidden />}
        aria-describedby={noneChosen ? 'none-chosen' : undefined}
      >
        {selected.size > 0 ? t('resend.selected', { count: selected.size }) : t('resend.act')}
      </Button>
      {noneChosen && (
        <Text id="none-chosen" role="alert" size="sm" c="var(--bad)">
          {t('resend.none')}
        </Text>
      )}
    </>
  )
}

function AllCheckbox({ shown, selected, select }: Pick<Acts, 'selected' | 'select'> & { shown: readonly Attendee[] }) {
  const { t } = useTranslation('invite')
  const chosen = shown.filter(attendee => selected.has(attendee.id)).length
  return (
    <Checkbox
      label={t('table.chooseAll')}
      checked={shown.length > 0 && chosen === shown.length}
      indeterminate={chosen > 0 && chosen < shown.length}
      onChange={event =>
        select(
          shown.map(attendee => attendee.id),
          event.currentTarget.checked,
        )
      }
    />
  )
}
