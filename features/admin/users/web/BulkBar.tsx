import { Button, Loader, Menu, Text } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { IconChevronDown } from '@tabler/icons-react'
import { useMutation } from '@tanstack/react-query'
import { Fragment, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type BulkAct, isHarmful, type ListedMatch } from '#features/admin/users/rules.ts'
import { client } from '#web/client/client.ts'
import { countedMost, isMoreThanCounted } from '#web/ui/listState.ts'
import type { Selection } from '#web/ui/record/selection.tsx'
import { useWording } from '#web/ui/wording.ts'
import { BulkDialog, type Previewed } from './BulkDialog.tsx'
import { selectionOf } from './userQueries.ts'

interface Props {
  selection: Selection
  match: ListedMatch
  /** The number of matches, counted up to a limit. */
  counted: number
}

/** [RULE-091] The acts on the selected users; only a hint without a selection. */
export function BulkBar({ selection, match, counted }: Props) {
  const { t } = useTranslation('account')
  const bar = useRef<HTMLDivElement>(null)
  const { preview, previewed, setPreviewed } = usePreview(selection, match)
  function begin(act: BulkAct) {
    if (!preview.isPending) preview.mutate(act)
  }
  function closed() {
    setPreviewed(undefined)
    // the act has cleared the selection, and with it the button that had the focus
    setTimeout(() => (bar.current?.querySelector<HTMLElement>('[aria-haspopup=menu]') ?? bar.current)?.focus())
  }
  const { size, isAll } = selection
  const areMore = isMoreThanCounted(counted)
  const isMore = isAll && areMore
  return (
    <div className="user-bulk" ref={bar} tabIndex={-1}>
      {size === 0 ? (
        <Text c="dimmed" size="sm">
          {t('bulk.hint')}
        </Text>
      ) : (
        <>
          <Text size="sm" fw={600} role="status">
            {isMore ? t('bulk.sizeMost', { count: size - 1 }) : t('bulk.size', { count: size })}
          </Text>
          {!isAll && counted > size && (
            <Button size="xs" variant="subtle" onClick={selection.chooseAll}>
              {areMore ? t('bulk.chooseAllMost', { count: countedMost }) : t('bulk.chooseAll', { count: counted })}
            </Button>
          )}
          <ActsMenu isDeleted={match.state === 'deleted'} isBusy={preview.isPending} onChoose={begin} />
          <Button size="xs" variant="subtle" color="gray" onClick={selection.clear}>
            {t('bulk.clear')}
          </Button>
        </>
      )}
      {previewed && <BulkDialog {...previewed} onDone={selection.clear} onClose={closed} />}
    </div>
  )
}

/** Counts the users of an act before its dialog opens; where none may be changed, a notice says so instead. */
function usePreview(selection: Selection, match: ListedMatch) {
  const { t } = useTranslation('account')
  const wording = useWording()
  const [previewed, setPreviewed] = useState<Previewed>()
  const refused = (message: string) => notifications.show({ color: 'red', message })
  const preview = useMutation({
    mutationFn: async (act: BulkAct) => {
      const selected = selectionOf(selection, match)
      return { act, selected, preview: await client.previewUsersAct({ act, ...selected }) }
    },
    onSuccess: found => {
      const { people, not_managed } = found.preview
      if (people > not_managed) setPreviewed(found)
      else refused(t('bulk.noneManaged', { count: people }))
    },
    onError: failure => refused(wording(failure)),
  })
  return { preview, previewed, setPreviewed }
}

interface ActsMenuProps {
  /** The selected users are deleted. */
  isDeleted: boolean
  isBusy: boolean
  onChoose: (act: BulkAct) => void
}

function ActsMenu({ isDeleted, isBusy, onChoose }: ActsMenuProps) {
  const { t } = useTranslation('account')
  const acts: readonly BulkAct[] = isDeleted
    ? ['restore']
    : ['addTag', 'removeTag', 'resend', 'enable', 'changeRole', 'signOut', 'disable', 'delete']
  const firstHarmful = acts.find(isHarmful)
  return (
    <Menu position="bottom-start" width={240}>
      <Menu.Target>
        <Button
          size="xs"
          // `loading` would disable it, and it would lose the focus
          aria-busy={isBusy}
          rightSection={isBusy ? <Loader size={14} color="currentColor" /> : <IconChevronDown size={14} aria-hidden />}
        >
          {t('bulk.acts')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {acts.map(name => (
          <Fragment key={name}>
            {name === firstHarmful && <Menu.Divider />}
            <Menu.Item {...(isHarmful(name) ? { color: 'var(--bad)' } : {})} onClick={() => onChoose(name)}>
              {t(`bulk.act.${name}`)}
            </Menu.Item>
          </Fragment>
        ))}
      </Menu.Dropdown>
    </Menu>
  )
}
