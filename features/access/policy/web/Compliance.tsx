import { Anchor, Skeleton, Table, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { client } from '#web/client/client.ts'
import { ErrorNotice } from '#web/ui/ErrorNotice.tsx'
import { Page } from '#web/ui/Page.tsx'
import { Time } from '#web/ui/Time.tsx'
import { policyPath, versionDay } from '../rules.ts'

/** [ROUTE-085, PERM-004] What a member has agreed to, in which version, when and from where. */
export function Compliance() {
  const { t, i18n } = useTranslation('registration')
  const list = useQuery({ queryKey: ['myAgreements'], queryFn: () => client.getMyAgreements({}) })
  return (
    <Page title={t('compliance.title')} hint={t('compliance.hint')}>
      {list.isPending && <Skeleton height={96} />}
      {list.isError && <ErrorNotice failure={list.error} retry={() => list.refetch()} />}
      {list.data?.items.length === 0 && <Text c="dimmed">{t('compliance.none')}</Text>}
      {!!list.data?.items.length && (
        <Table.ScrollContainer minWidth={480}>
          <Table aria-label={t('compliance.title')}>
            <Table.Thead>
              <Table.Tr>
                <Table.Th>{t('compliance.text')}</Table.Th>
                <Table.Th>{t('compliance.version')}</Table.Th>
                <Table.Th>{t('compliance.agreedOn')}</Table.Th>
                <Table.Th>{t('compliance.from')}</Table.Th>
              </Table.Tr>
            </Table.Thead>
            <Table.Tbody>
              {list.data.items.map(({ policy_type, version, agreed_on, ip, current }) => (
                <Table.Tr key={policy_type + version}>
                  <Table.Td>
                    {/* older texts are not kept here, only that they were agreed to */}
                    {current ? (
                      <Anchor href={policyPath(policy_type, version)} target="_blank" rel="noopener">
                        {t(`policy.of.${policy_type}`)}
                        <span className="unseen"> {t('agree.newTab')}</span>
                      </Anchor>
                    ) : (
                      t(`policy.of.${policy_type}`)
                    )}
                  </Table.Td>
                  <Table.Td>
                    {versionDay(version, i18n.language)}
                    {!current && <Text size="sm">{t('compliance.earlier')}</Text>}
                  </Table.Td>
                  <Table.Td>
                    <Time at={agreed_on} />
                  </Table.Td>
                  <Table.Td className="tabular">{ip}</Table.Td>
                </Table.Tr>
              ))}
            </Table.Tbody>
          </Table>
        </Table.ScrollContainer>
      )}
    </Page>
  )
}
