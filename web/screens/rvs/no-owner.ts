/** What stands where the owner of an RV would. */
export const NO_OWNER = 'No owner yet'
