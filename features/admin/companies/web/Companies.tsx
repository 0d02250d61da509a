import { Button } from '@mantine/core'
import {
  IconBuilding,
  IconPencil,
  IconRestore,
  IconRosetteDiscountCheck,
  IconShieldOff,
  IconTrash,
} from '@tabler/icons-react'
import type { ComponentProps } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router'
import { enterpriseCalls } from '#features/admin/enterprise/contract.ts'
import { VerificationBadge } from '#features/admin/enterprise/web/states.tsx'
import { VerifyCompany } from '#features/admin/enterprise/web/VerifyCompany.tsx'
import { usePerson } from '#features/core/account/web/person.ts'
import type { CompanyItem } from '#features/core/company/contract.ts'
import { countryName } from '#features/core/company/web/PlaceFields.tsx'
import { client } from '#web/client/client.ts'
import { FilterSelect } from '#web/ui/DataListTools.tsx'
import { ActMenu } from '#web/ui/record/ActMenu.tsx'
import { callQuery, useRefresh } from '#web/ui/record/callQuery.ts'
import { EntityDrawer } from '#web/ui/record/Entity.tsx'
import { ExportAct } from '#web/ui/record/ExportAct.tsx'
import { ListScreen } from '#web/ui/record/ListScreen.tsx'
import type { ListTableProps } from '#web/ui/record/ListTable.tsx'
import { useCallList } from '#web/ui/record/useCallList.tsx'
import { useInAddress } from '#web/ui/record/useInAddress.ts'
import { TimeAgo } from '#web/ui/Time.tsx'
import { companiesCalls } from '../contract.ts'
import { CompanyDetails } from './CompanyDetails.tsx'
import { CompanyForm } from './CompanyForm.tsx'
import { CompanyMark } from './CompanyMark.tsx'
import { CompanyUses } from './CompanyPitches.tsx'
import { ImportCompanies } from './ImportCompanies.tsx'

/** [SCREEN-028] The companies of an organization. */
export function Companies() {
  const { t } = useTranslation(['companies', 'enterprise', 'common'])
  const list = useCallList(companiesCalls, 'getCompanyList')
  const edited = useInAddress('edit')
  const verified = useInAddress('verify')
  const opened = useInAddress('company')
  const refresh = useRefresh(companiesCalls)
  const columns = useColumns()
  const { sort, order } = list.state
  return (
    <ListScreen
      list={list}
      words={t('list', { returnObjects: true })}
      add={{ label: t('new'), form: close => <CompanyForm onDone={close} /> }}
      filters={
        <>
          {list.choice('industry', t('field.industry'), industry => t(`industry.${industry}`))}
          {list.choice('verification', t('column.verification'), state => t(`verification.${state}`))}
          <FilterSelect
            state={list.state}
            filter="deleted"
            label={t('filter.deleted')}
            options={[{ value: '1', label: t('filter.deleted') }]}
          />
        </>
      }
      tools={<CompanyTools run={() => client.exportCompanies({ ...list.match, sort, order })} />}
      columns={columns}
      acts={row => (
        <CompanyActs
          company={row}
          edit={() => edited.open(row.id)}
          open={() => opened.open(row.id)}
          verify={() => verified.open(row.id)}
        />
      )}
      selected={opened.id}
    >
      <EntityDrawer open={edited} read={id => callQuery('getCompany', { id })} title={() => t('edit')} size={640}>
        {company => <CompanyForm company={company} onDone={edited.close} />}
      </EntityDrawer>
      <EntityDrawer
        open={opened}
        read={id => callQuery('getCompany', { id })}
        title={company => company?.company_name ?? t('details')}
      >
        {company => <CompanyDetails company={company} />}
      </EntityDrawer>
      <EntityDrawer
        open={verified}
        read={id => callQuery('getCompany', { id })}
        title={company =>
          company
            ? t('common:pair', { label: t('enterprise:verify'), value: company.company_name })
            : t('enterprise:verify')
        }
      >
        {company => <VerifyCompany company={company} onDone={refresh} />}
      </EntityDrawer>
    </ListScreen>
  )
}

/** What is done with companies beside adding one. `run`: exports those that are listed. */
function CompanyTools({ run }: Pick<ComponentProps<typeof ExportAct>, 'run'>) {
  const { t } = useTranslation(['companies', 'enterprise'])
  const { roles } = usePerson()
  return (
    <>
      {roles.includes('superadmin') && (
        <Button component={Link} to="/system_validation/bussinessindex" variant="default">
          {t('enterprise:list.title')}
        </Button>
      )}
      <ImportCompanies />
      <ExportAct words={(word, of) => t(`export.${word}`, of)} run={run} />
    </>
  )
}

function useColumns(): ListTableProps<typeof companiesCalls.getCompanyList>['columns'] {
  const { t, i18n } = useTranslation(['companies', 'common'])
  return [
    {
      key: 'company_name',
      title: t('field.company_name'),
      sort: 'name',
      cell: row => <CompanyMark company={row} />,
    },
    {
      key: 'industry',
      title: t('field.industry'),
      sort: 'industry',
      cell: ({ industry }) => industry && t(`industry.${industry as 'Other'}`),
    },
    {
      key: 'place',
      title: t('column.place'),
      cell: row => {
        const country = countryName(row.country, i18n.language)
        return row.city && country ? t('common:place', { place: row.city, country }) : row.city || country
      },
    },
    {
      key: 'verification',
      title: t('column.verification'),
      cell: row => <VerificationBadge state={row.verification} />,
    },
    { key: 'org_name', title: t('column.organisation'), crossing: true },
    {
      key: 'updated',
      title: t('column.updated'),
      sort: 'updated_on',
      cell: row => <TimeAgo at={row.updated_on} />,
    },
  ]
}

interface ActsProps {
  company: CompanyItem
  edit: () => void
  verify: () => void
  open: () => void
}

function CompanyActs({ company, edit, open, verify }: ActsProps) {
  const { t } = useTranslation(['companies', 'common', 'enterprise'])
  const { id, company_name: name, deleted, verification } = company
  const reviews = usePerson().roles.includes('superadmin')
  const require = (needed: boolean) => () => client.setEnterpriseReviewNeeded({ company_id: id, needed })
  return (
    <ActMenu
      label={t('companies:acts', { name })}
      calls={{ ...companiesCalls, ...enterpriseCalls }}
      acts={[
        !deleted && { label: t('companies:details'), icon: IconBuilding, go: open },
        !deleted && { label: t('common:act.edit'), icon: IconPencil, go: edit },
        !deleted && { label: t('enterprise:verify'), icon: IconRosetteDiscountCheck, go: verify },
        !deleted &&
          reviews &&
          verification !== 'approved' && {
            label: t(verification === 'noReviewNeeded' ? 'enterprise:needReview' : 'enterprise:noReview'),
            icon: IconShieldOff,
            run: require(verification === 'noReviewNeeded'),
            done: t(verification === 'noReviewNeeded' ? 'enterprise:needReviewDone' : 'enterprise:noReviewDone', {
              name,
            }),
          },
        deleted && {
          label: t('companies:restore'),
          icon: IconRestore,
          run: () => client.restoreCompany({ id }),
          done: t('companies:done.restore', { name }),
        },
        !deleted && {
          label: t('common:act.delete'),
          icon: IconTrash,
          danger: true,
          confirm: {
            title: t('companies:delete'),
            body: (
              <>
                {t('companies:deleteBody', { name })}
                <CompanyUses id={id} />
              </>
            ),
            act: t('companies:delete'),
            failed: t('companies:failed.delete'),
          },
          run: () => client.deleteCompany({ id }),
          done: t('companies:done.delete', { name }),
          undo: () => client.restoreCompany({ id }),
        },
      ]}
    />
  )
}
