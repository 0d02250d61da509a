import { useTranslation } from 'react-i18next'
import { sessionCalls } from '#features/access/session/contract.ts'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { Time } from '#web/ui/Time.tsx'

/** [SCREEN-032, ROUTE-120] Who tried to sign in, when and from where; newest first. */
export function LoginLog() {
  const { t } = useTranslation('session')
  const list = useCallList(sessionCalls, 'getLoginLogList')
  return (
    <ListScreen
      list={list}
      words={t('log', { returnObjects: true })}
      filters={list.choice('description', t('log.filter'), outcome => t(`log.outcome.${outcome}`))}
      columns={[
        { key: 'at', title: t('log.at'), sort: 'at', cell: row => <Time at={row.at} style="exact" /> },
        { key: 'username', title: t('log.userName'), sort: 'username' },
        { key: 'description', title: t('log.description'), cell: row => t(`log.outcome.${row.description}`) },
        { key: 'ip', title: t('log.ip'), sort: 'ip', cell: row => <span className="tabular">{row.ip}</span> },
      ]}
    />
  )
}
