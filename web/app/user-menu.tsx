import { Avatar, Menu, UnstyledButton, VisuallyHidden } from '@mantine/core'
import { ChevronDown, LogOut, Server, ShieldCheck, UserCog, UserPen } from 'lucide-react'
import { Link } from 'react-router'
import { logout } from '#web/api/logout.ts'
import { useMe } from '#web/api/use-me.ts'
import { screenOf } from '#web/navigation/help.ts'
import { screens } from '#web/navigation/screens.ts'
import classes from './shell.module.css'

/** The menu of the signed-in administrator: profile, sign-in, the other administrators, the system and logout. */
export function UserMenu() {
  const me = useMe()
  const name = me?.name ?? ''
  return (
    <Menu position="bottom-end" width={220} withinPortal={false}>
      <Menu.Target>
        <UnstyledButton className={classes.user ?? ''}>
          <VisuallyHidden>User menu of</VisuallyHidden>
          <Avatar src={me?.avtar ?? null} name={name} color="pine" variant="filled" size={32} alt="" aria-hidden />
          <span className={classes.userName}>{name}</span>
          <ChevronDown size={16} aria-hidden className={classes.chevron} />
        </UnstyledButton>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Label className={classes.menuName ?? ''}>{name}</Menu.Label>
        <Menu.Item component={Link} to={screens.editProfile.path} leftSection={<UserPen size={16} aria-hidden />}>
          Edit Profile
        </Menu.Item>
        <Menu.Item component={Link} to={screens.security.path} leftSection={<ShieldCheck size={16} aria-hidden />}>
          {screens.security.title}
        </Menu.Item>
        <Menu.Item component={Link} to={screens.administrators.path} leftSection={<UserCog size={16} aria-hidden />}>
          {screenOf('admins').title}
        </Menu.Item>
        <Menu.Item component={Link} to={screens.system.path} leftSection={<Server size={16} aria-hidden />}>
          {screens.system.title}
        </Menu.Item>
        <Menu.Divider />
        <Menu.Item leftSection={<LogOut size={16} aria-hidden />} onClick={logout}>
          Logout
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}
