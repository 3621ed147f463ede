import { describe, expect, it } from 'vitest'
import { listedColumns, ownColumns } from './own-columns.ts'

describe('what a repository takes from the description', () => {
  it('is every column for the SELECT but the secret ones', () => {
    expect(ownColumns('users').map(String)).toEqual(
      [
        'name',
        'email',
        'type',
        'status',
        'must_change_password',
        'email_confirmed',
        'mail_problem',
        'state',
        'zip',
        'new_email',
        'erased_at',
        'news',
        'reminders',
        'preferences_at',
        'text_version',
        'preferences_app',
        'terms_version',
        'terms_at',
        'merged_into',
        'language',
      ].map((name) => `users.${name}`),
    )
  })

  it('is a list column for each with a key, number, day, flag and choice, and for both sides of a reference', () => {
    const orders = (...[table]: Parameters<typeof listedColumns>) =>
      Object.entries(listedColumns(table)).map(([field, { orderBy, ops }]) => `${field}: ${orderBy[0]}, ${ops[0]}`)
    expect(orders('models')).toEqual(
      expect.arrayContaining([
        'cat_id: models.cat_id, eq',
        'year_id: models.year_id, eq',
        'rv_type: rv_types.name_key, contains',
        'year_name: years.name_key, contains',
        'name: models.name_key, contains',
        'seq_no: models.seq_no, eq',
        'description: models.description_key, contains',
      ]),
    )
    expect(orders('maintenance_items')).toContain('due_date: maintenance_items.due_date, eq')
    expect(orders('dealers')).toContain('type: dealers.type, eq')
    expect(orders('users')).toContain('status: users.status, eq')
  })
})
