interface Section {
  heading: string;
  clauses: string[];
}

interface AgreementText {
  title: string;
  effective: string;
  opening: string;
  sections: Section[];
}

/** The developer service agreement in both languages; the Chinese one is binding. */
export const agreementTexts: Record<'zh-CN' | 'en-US', AgreementText> = {
  'zh-CN': {
    title: '开发者服务协议',
    effective: '2026 年 1 月 1 日起生效',
    opening:
      '本协议由您（“开发者”）与运营本平台的组织（“平台方”）订立，适用于物联网基础平台的控制台、开放接口、设备接入、回调推送与版本下载。注册账户即表示您已阅读、理解并同意本协议。',
    sections: [
      {
        heading: '账户',
        clauses: [
          '您应使用真实、有效且由您控制的邮箱注册，并妥善保管密码。账户下发生的操作视为您本人的操作。',
          '发现账户被他人使用时，请立即修改密码，在个人设置中退出其他会话，并通知平台方。',
          '账户不得出租、出借或转让。为他人管理设备的，应取得其授权。',
        ],
      },
      {
        heading: '项目、设备与密钥',
        clauses: [
          '您创建的项目及其中的设备由您管理。项目密钥与设备密钥只在生成时显示一次，请存放在安全的地方，不要写入公开的代码或固件镜像。',
          '密钥可能泄露时，请及时重置。项目的旧密钥在您选择的重叠期内仍可使用，到期后失效；设备的旧密钥立即失效。',
          '您只应接入您拥有或有权管理的设备，并保证其硬件、固件与无线发射符合所在地的法律法规。',
        ],
      },
      {
        heading: '数据',
        clauses: [
          '您和您的设备上传的数据归您所有。平台方仅为提供服务而存储、处理和转发这些数据，不会出售，也不会用于与服务无关的目的。',
          '深度画面可能反映人的形体与行为。您在采集前应告知相关人员并取得必要的同意；平台只在有人查看时传输深度画面，默认不保存。',
          '您删除项目时，其中的设备、记录与配置一并删除；您删除设备时，其配置一并删除，此前的事件与回调记录保留到期满为止。删除的内容无法恢复。备份中的副本在备份周期结束后清除。',
        ],
      },
      {
        heading: '回调与接口的使用',
        clauses: [
          '平台向您设置的地址推送事件，同一事件可能送达多次，请按事件编号去重，并校验签名。',
          '请遵守接口文档中的频率限制。绕过限制、探测他人数据、扫描或攻击平台及第三方的行为将导致访问被限制。',
          '回调地址应指向您有权使用的服务。因推送到错误地址造成的数据泄露由您承担责任。',
        ],
      },
      {
        heading: '版本与升级',
        clauses: [
          '平台方发布的版本包附有校验值，请在安装前核对。对设备执行升级前，请先在少量设备上验证。',
          '因断电、改装硬件或安装非平台发布的软件而导致的设备故障，平台方不承担责任。',
        ],
      },
      {
        heading: '服务的提供与变更',
        clauses: [
          '平台方以合理的努力保持服务连续可用，并会提前通知计划内的维护。回调在服务恢复后补发，每台设备的事件保持先后顺序。',
          '因不可抗力、网络故障或您一方的原因造成的中断，平台方不承担责任。法律不允许排除的责任不受本条限制。',
          '平台方可因功能或法律的变化修改本协议，并至少提前 30 天在控制台公布。您不同意修改的，可以在生效前停止使用并注销账户。',
        ],
      },
      {
        heading: '终止',
        clauses: [
          '您可以随时停止使用，并在“个人设置”中注销账户。注销前请导出需要保留的数据。',
          '您严重违反本协议时，平台方可以停用相关项目或账户，并说明原因。停用期间数据保留 30 天，供您导出或申诉。',
        ],
      },
      {
        heading: '其他',
        clauses: [
          '本协议适用平台方所在地的法律。争议应先友好协商，协商不成的，由平台方所在地有管辖权的法院处理。',
          '本协议以中文订立，其他语言的文本仅供参考。',
        ],
      },
    ],
  },
  'en-US': {
    title: 'Developer service agreement',
    effective: 'In force from January 1, 2026',
    opening:
      'This agreement is made between you (the “developer”) and the organisation that runs this platform (the “operator”). It covers the console, the open API, device access, callbacks and version downloads of the IoT base platform. By registering an account you confirm that you have read, understood and accepted it.',
    sections: [
      {
        heading: 'Your account',
        clauses: [
          'Register with a real, valid email address that you control, and keep your password safe. What is done with your account counts as done by you.',
          'If you find that somebody else uses your account, change the password at once, sign out the other sessions in the personal settings, and tell the operator.',
          'An account may not be rented, lent or transferred. If you manage devices for others, you need their authorisation.',
        ],
      },
      {
        heading: 'Projects, devices and secrets',
        clauses: [
          'You manage the projects you create and the devices in them. Secrets of projects and devices are shown only once, when they are made. Keep them in a safe place, and never put them into public code or firmware images.',
          'Reset a secret as soon as it may have leaked. The old one of a project keeps working for the overlap you choose and is refused afterwards; the old one of a device is refused at once.',
          'Connect only devices that you own or may manage, and make sure that their hardware, firmware and radio comply with the law where they are used.',
        ],
      },
      {
        heading: 'Data',
        clauses: [
          'Data sent by you and your devices belongs to you. The operator stores, processes and forwards it only to provide the service; it is not sold and not used for anything else.',
          'Depth pictures can show the shape and behaviour of people. Inform those concerned and obtain the consent that is needed before you record. The platform transmits depth pictures only while somebody looks, and does not keep them by default.',
          'When you delete a project, its devices, records and configuration are deleted with it. When you delete a device, its configuration is; events and callback records of before stay until their time is over. What is deleted cannot be restored. Copies in backups are removed at the end of the backup period.',
        ],
      },
      {
        heading: 'Callbacks and the API',
        clauses: [
          'The platform sends events to the address you set. The same event may arrive more than once: recognise it by its id, and verify the signature.',
          'Respect the rate limits in the documentation. Getting around them, probing the data of others, and scanning or attacking the platform or third parties leads to restricted access.',
          'A callback address has to point to a service that you may use. You are responsible for data that is disclosed because an address was wrong.',
        ],
      },
      {
        heading: 'Versions and upgrades',
        clauses: [
          'Versions published by the operator come with a checksum; compare it before you install. Try an upgrade on a few devices before you roll it out.',
          'The operator is not liable for devices that fail because of a power loss, modified hardware, or software that was not published here.',
        ],
      },
      {
        heading: 'The service and its changes',
        clauses: [
          'The operator makes reasonable efforts to keep the service available and announces planned maintenance beforehand. Callbacks are delivered once the service is back, in order for each device.',
          'The operator is not liable for interruptions caused by force majeure, by network failures or by you. Liability that the law does not allow to be excluded is not affected.',
          'The operator may change this agreement when functions or laws change, and publishes the change in the console at least 30 days beforehand. If you do not accept it, you may stop using the service and close your account before it takes effect.',
        ],
      },
      {
        heading: 'Ending',
        clauses: [
          'You may stop using the service at any time, and close your account in the personal settings. Export the data you want to keep first.',
          'If you seriously violate this agreement, the operator may disable the projects or the account concerned, and says why. The data is kept for 30 days meanwhile, for you to export it or to appeal.',
        ],
      },
      {
        heading: 'Miscellaneous',
        clauses: [
          'The law of the place where the operator is based applies. Disputes are first settled amicably; failing that, the courts of that place decide.',
          'This agreement is made in Chinese; versions in other languages are for information.',
        ],
      },
    ],
  },
};
