/** Where a fixed page stands: in the shell, outside it, or outside and kept alive. */
export type RouteKind = 'shell' | 'bare' | 'keepAlive'

export interface FixedRoute {
  path: string
  title: string
  /** `host/…` pages are the host's own; every other one is a view of a remote. */
  menuLink: string
  kind: RouteKind
  /** Path of the page that frames this one: its view stays while one moves among its children. */
  layout?: string
  /** Parameters of the query that tell its tabs apart: two forms are two editors. What else stands in the query is the state of one. */
  keyParams?: readonly string[]
}

const shell = (path: string, title: string, menuLink: string, ...keyParams: string[]): FixedRoute => ({ path, title, menuLink, kind: 'shell', ...(keyParams.length > 0 ? { keyParams } : {}) })
const bare = (path: string, title: string, menuLink: string): FixedRoute => ({ path, title, menuLink, kind: 'bare' })
const MALL = '/memberMall/homePage'
const inMall = (path: string, title: string, menuLink: string): FixedRoute => ({ path, title, menuLink, kind: 'bare', layout: MALL })
const keepAlive = (path: string, title: string, menuLink: string, ...keyParams: string[]): FixedRoute => ({ path, title, menuLink, kind: 'keepAlive', keyParams })

/** Every fixed page of the console (specification, section 2), in one table. */
export const FIXED_ROUTES: readonly FixedRoute[] = [
  shell('/', '首页', 'host/HomePage'),
  shell('/personalCenter', '个人中心', 'rbac/PersonalCenter'),
  shell('/temporary', '数据库操作', 'rbac/Temporary'),
  shell('/submissionCategory', '新增投稿', 'article/SubmissionCategory'),
  shell('/expertManage', '专家管理', 'expert/ExpertManage'),
  shell('/writingArticles/expertManage', '征文专家管理', 'expert/EssayExpertManage'),
  shell('/expertScore', '专家评分', 'expert/ExpertScore'),
  shell('/expertScoreFirst', '专家评分（初评）', 'expert/ExpertScoreFirst'),
  shell('/submissionDetails/index', '查看课题详情', 'article/TopicDetail'),
  shell('/submissionDetails/viewDetails', '查看个人投稿详情', 'article/MySubmissionDetail'),
  shell('/QueryRegistration/:registerID?', '报名查询', 'meeting/QueryRegistration'),
  shell('/mettingConferenceRegistration/:meetID/:meetingName', '会议报名', 'meeting/ConferenceRegistration'),
  shell('/editMeeting/:meetID', '编辑会议', 'meeting/EditMeeting'),
  shell('/declarationManagement/log-manage', '日志管理', 'expert/DeclareLog'),
  shell('/signInTable', '签到表', 'meeting/SignInTable'),
  shell('/myMeeting', '我的会议', 'meeting/MyMeeting'),
  shell('/declarationManagement/manageDetails', '申报管理详情', 'expert/ManageDetails', 'schemeId', 'companyId'),
  shell('/manageScoringP', '专家评分（申报）', 'expert/ManageScoringP'),
  shell('/manageScoringP1', '专家评分（申报复评）', 'expert/ManageScoringP1'),
  shell('/userAuthenticationList', '用户认证列表', 'rbac/UserAuthenticationList'),
  shell('/meetingRoom/scheduleMeeting/reserveHistory', '会议室预约历史', 'meeting/ReserveHistory'),
  // The titles of the next two look crossed against their paths; the specification has them so.
  shell('/enterprise/registrationAudit', '独立董事用户审核', 'member/DirectorUserAudit'),
  shell('/soleManager/registrationAudit', '企业用户认证', 'member/EnterpriseUserAudit'),
  shell('/soleManager/demandAudit', '需求信息审核', 'member/DemandAudit'),
  shell('/soleManager/demandDetail', '需求详情', 'member/DemandDetail'),
  shell('/soleManager/probationAudit', '试用账号管理', 'member/ProbationAudit'),
  shell('/soleManager/changeMsg', '变更信息管理', 'member/ChangeMsg'),
  shell('/directorDetail', '董事申报详情', 'expert/DirectorDetail', 'declareId'),
  shell('/myQuestionnaire/directorDetail', '董事申报详情（问卷）', 'expert/DirectorDetail', 'declareId'),
  shell('/manageSecond/directorDetail', '董事申报详情（辖区）', 'expert/DirectorDetail', 'declareId'),
  shell('/formManage/directorDetail', '董事申报详情（表单）', 'expert/DirectorDetail', 'declareId'),
  shell('/formManage/evaluateList', '评价列表', 'expert/FormEvaluateList'),
  shell('/myQuestionnaire/evaluateList', '评价列表', 'expert/MyEvaluateList'),
  shell('/formManage/expertManagementForm', '专家管理表单', 'expert/ExpertManagementForm'),
  shell('/manageSecond/manageDetails', '管理详情（辖区）', 'expert/ManageDetails', 'schemeId', 'companyId'),
  shell('/formManage/evaluate/manageDetails', '管理详情（评价）', 'expert/ManageDetails', 'schemeId', 'companyId'),
  shell('/reportUserList', '报告用户列表', 'member/ReportUserList'),
  shell('/userTypeManage/:typeId', '用户类型管理', 'rbac/UserTypeManage'),
  shell('/textMessageManagement/writeText', '写短信', 'member/WriteText'),
  shell('/emailManagement/writeEmail', '写邮件', 'member/WriteEmail'),
  bare('/login', '登录', 'host/Login'),
  bare('/register', '注册', 'host/Register'),
  bare('/generateList', '生成名单', 'meeting/GenerateList'),
  bare('/signin/:meeting_id?/:sign_code?', '会议签到', 'meeting/SignIn'),
  bare('/success', '操作成功', 'host/Success'),
  keepAlive('/editForm', '编辑表单', 'expert/EditForm', 'formId'),
  keepAlive('/editFormTable', '编辑表格表单', 'expert/EditFormTable', 'formId'),
  bare('/preview', '表单预览', 'expert/FormPreview'),
  bare('/previewTable', '表格表单预览', 'expert/FormTablePreview'),
  bare('/meetingDetails', '会议详情', 'meeting/MeetingDetails'),
  bare('/writingArticlesUser/index', '征文专区', 'article/EssayPortal'),
  bare('/articleDetails', '文章详情', 'article/ArticleDetails'),
  bare('/myDetails', '我的详情', 'article/MyDetails'),
  bare('/companyDetail', '公司详情', 'member/CompanyDetail'),
  bare(MALL, '商城首页', 'mall/MallHome'),
  inMall('/publishProduct', '发布商品', 'mall/PublishProduct'),
  inMall('/commodityManagement', '商品管理', 'mall/CommodityManagement'),
  inMall('/orderManagement', '订单管理', 'mall/OrderManagement'),
  inMall('/myShop', '我的店铺', 'mall/MyShop'),
  bare('/merchantRegistration', '商户入驻', 'mall/MerchantRegistration'),
  bare('/taskManage', '任务列表', 'oa/TaskManage'),
  bare('/taskLog', '任务日志', 'oa/TaskLog'),
]

/** Paths that need no session; parameters behind them belong to them. */
export const PUBLIC_PATHS: readonly string[] = ['/login', '/register', '/meetingDetails', '/success', '/signin', '/writingArticlesUser/index']
