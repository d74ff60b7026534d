import { seedMenus, seedRoles, type RoleSeed, type Seed } from '../../platform/seed'

const ROLES: RoleSeed[] = [['__role__', '__roleName__', '__title__的日常办理']]

/** The area's roles and its group of the menu; its lists add their entries and permits. */
export const __area__Seed: Seed = {
  name: '__area__.area',
  order: 30,
  async run(db) {
    await seedRoles(db, ROLES)
    await seedMenus(db, [{ menuId: __menuId__, parentId: 0, menuName: '__title__', menuPath: '/__area__', icon: 'appstore', sortNo: __sortNo__ }], ['__role__'])
  },
}
