import { queryOptions, useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { cmsPages } from '#contract/cms-pages.ts'
import { dealers } from '#contract/dealers.ts'
import { manualPages } from '#contract/manual-pages.ts'
import { CHOOSE_LINKED, type LinkType, linkTypes, linkTypeWords, type MessageLink } from '#contract/message-fields.ts'
import type { Reference } from '#contract/records.ts'
import { call } from '#web/api/call.ts'
import { SearchedRecordSelect } from '#web/records/record/record-select.tsx'
import type { FormOf } from '#web/ui/fields/fields.tsx'
import { SelectField } from '#web/ui/fields/select-field.tsx'

/** To which record a message leads, as its form has it. */
export type LinkWritten = { link_type: LinkType | 'none'; link: string }

export const linkWritten = (link: MessageLink | null): LinkWritten => ({
  link_type: link?.type ?? 'none',
  link: link?.id ?? '',
})
export const NO_LINK = linkWritten(null)

/** The same as input of the calls. */
export const linkInput = ({ link_type, link }: LinkWritten): MessageLink | null =>
  link_type === 'none' ? null : { type: link_type, id: link }

const linkTypeValues = ['none', ...linkTypes] as const
/** The same as fields of a form. */
export const linkFields = { link_type: z.enum(linkTypeValues), link: z.string() }
const options = linkTypeValues.map((value) => ({
  value,
  label: value === 'none' ? 'Nothing in the app' : linkTypeWords[value],
}))

/** Whether a record is chosen, where the message is to lead to one. */
const isLinkChosen = ({ link_type, link }: LinkWritten) => link_type === 'none' || link !== ''
/** What is wrong with a link to a record that is not chosen. */
export const linkIssue = (leads: LinkWritten) =>
  isLinkChosen(leads) ? undefined : { code: 'custom' as const, path: ['link'], message: CHOOSE_LINKED }

const MOST = 20
const first = (field: string, text: string) => ({
  is_deleted: false,
  page: 1,
  per_page: MOST,
  ...(text && { filters: { [field]: { value: text } } }),
})
type Page = { subtopic: string; name: string }
const pageName = ({ subtopic, name }: Page) => `${subtopic} · ${name}`

/** How the records of each kind are found and what they are called. */
const linked: Record<
  LinkType,
  {
    find: (text: string, signal: AbortSignal) => Promise<{ data: Reference[]; total: number }>
    name: (id: string, signal: AbortSignal) => Promise<string>
  }
> = {
  dealers: {
    find: (text, signal) => call(dealers.list, first('name', text), { signal }),
    name: async (service_id, signal) => (await call(dealers.get, { service_id }, { signal })).data.name,
  },
  cms_pages: {
    find: async (text, signal) => {
      const { data, total } = await call(cmsPages.list, first('title', text), { signal })
      return { total, data: data.map(({ _id, title }) => ({ _id, name: title })) }
    },
    name: async (cms_page_id, signal) => (await call(cmsPages.get, { cms_page_id }, { signal })).data.title,
  },
  manual_pages: {
    find: async (text, signal) => {
      const { data, total } = await call(manualPages.list, first('subtopic', text), { signal })
      return { total, data: data.map((page) => ({ _id: page._id, name: pageName(page) })) }
    },
    name: async (manual_page_id, signal) =>
      pageName((await call(manualPages.get, { manual_page_id }, { signal })).data),
  },
}

const found = (type: LinkType, text: string) =>
  queryOptions({
    queryKey: ['linked records', type, text] as const,
    queryFn: ({ signal }) => linked[type].find(text, signal),
  })

/** What the record is called to which a message leads. */
export function useLinkName(link: MessageLink | null) {
  const { data } = useQuery({
    queryKey: ['linked record', link],
    queryFn: async ({ signal }) => (link ? linked[link.type].name(link.id, signal) : ''),
    enabled: link !== null,
  })
  return data
}

/** Chooses the record to which a message leads. */
export function LinkFields({ form }: { form: unknown }) {
  const typed = form as FormOf<LinkWritten> & { setFieldValue: (name: string, value: unknown) => void }
  const { link_type } = typed.values
  const name = useLinkName(isLinkChosen(typed.values) ? linkInput(typed.values) : null)
  return (
    <>
      <SelectField
        form={form as FormOf<Record<keyof LinkWritten, string>>}
        name="link_type"
        label="Leads to"
        optional
        options={options}
        onChosen={() => typed.setFieldValue('link', '')}
      />
      {link_type !== 'none' && (
        <SearchedRecordSelect
          key={link_type}
          form={typed}
          name="link"
          label={linkTypeWords[link_type].replace(/^An? /, '').replace(/^./, (first) => first.toUpperCase())}
          from={(text) => found(link_type, text)}
          current={name === undefined ? undefined : { _id: typed.values.link, name }}
        />
      )}
    </>
  )
}
