/** The supported processors, with the kernel's constant for their calling convention (linux/audit.h). */
export const architectures = {
  x64: { audit: 0xc000_003e, column: 0 },
  arm64: { audit: 0xc000_00b7, column: 1 },
} as const;
export type Architecture = keyof typeof architectures;

/**
 * Numbers of system calls on x86_64 and aarch64; null where the processor has no such call.
 * https://github.com/torvalds/linux/blob/v6.12/arch/x86/entry/syscalls/syscall_64.tbl
 * https://github.com/torvalds/linux/blob/v6.12/include/uapi/asm-generic/unistd.h
 */
const sockets = {
  socket: [41, 198],
  connect: [42, 203],
  bind: [49, 200],
  listen: [50, 201],
  accept: [43, 202],
  accept4: [288, 242],
};

/** Node uses a socket pair for each child process. */
const socketPairs = {
  socketpair: [53, 199],
  sendmsg: [46, 211],
  sendmmsg: [307, 269],
  recvmsg: [47, 212],
  recvmmsg: [299, 243],
};

const otherProcesses = {
  ptrace: [101, 117],
  process_vm_readv: [310, 270],
  process_vm_writev: [311, 271],
  process_madvise: [440, 440],
  pidfd_getfd: [438, 438],
  kcmp: [312, 272],
  perf_event_open: [298, 241],
};

/** Calls with a history of kernel vulnerabilities, which our programs do not need. */
const kernelSurface = {
  userfaultfd: [323, 282],
  io_uring_setup: [425, 425],
  io_uring_enter: [426, 426],
  io_uring_register: [427, 427],
  bpf: [321, 280],
  add_key: [248, 217],
  request_key: [249, 218],
  keyctl: [250, 219],
  fanotify_init: [300, 262],
  personality: [135, 92],
  modify_ldt: [154, null],
  iopl: [172, null],
  ioperm: [173, null],
  lookup_dcookie: [212, 18],
  nfsservctl: [180, 42],
  uselib: [134, null],
  vhangup: [153, 58],
  syslog: [103, 116],
  mbind: [237, 235],
  set_mempolicy: [238, 237],
  migrate_pages: [256, 238],
  move_pages: [279, 239],
};

const mountsAndNamespaces = {
  mount: [165, 40],
  umount2: [166, 39],
  pivot_root: [155, 41],
  chroot: [161, 51],
  open_tree: [428, 428],
  move_mount: [429, 429],
  fsopen: [430, 430],
  fsconfig: [431, 431],
  fsmount: [432, 432],
  fspick: [433, 433],
  mount_setattr: [442, 442],
  unshare: [272, 97],
  setns: [308, 268],
  // These reveal paths of the host.
  statmount: [457, 457],
  listmount: [458, 458],
  name_to_handle_at: [303, 264],
  open_by_handle_at: [304, 265],
};

const theMachine = {
  quotactl: [179, 60],
  quotactl_fd: [443, 443],
  swapon: [167, 224],
  swapoff: [168, 225],
  acct: [163, 89],
  init_module: [175, 105],
  finit_module: [313, 273],
  delete_module: [176, 106],
  kexec_load: [246, 104],
  kexec_file_load: [320, 294],
  reboot: [169, 142],
  settimeofday: [164, 170],
  clock_settime: [227, 112],
  adjtimex: [159, 171],
  clock_adjtime: [305, 266],
  sethostname: [170, 161],
  setdomainname: [171, 162],
};

/** Memory that no resource limit counts. */
const uncountedMemory = {
  memfd_create: [319, 279],
  memfd_secret: [447, 447],
  shmget: [29, 194],
  shmat: [30, 196],
  msgget: [68, 186],
  msgsnd: [69, 189],
  semget: [64, 190],
  mq_open: [240, 180],
};

const newProcesses = { fork: [57, null], vfork: [58, null] };

/** Filtered by their arguments, or with a special error. */
const special = { clone: [56, 220], clone3: [435, 435], prctl: [157, 167], mmap: [9, 222] };

const table = {
  ...sockets,
  ...socketPairs,
  ...otherProcesses,
  ...kernelSurface,
  ...mountsAndNamespaces,
  ...theMachine,
  ...uncountedMemory,
  ...newProcesses,
  ...special,
} satisfies Record<string, (number | null)[]>;

export type SystemCall = keyof typeof table;

/** The number of a call; undefined where the processor has no such call. */
export function numberOf(call: SystemCall, architecture: Architecture): number | undefined {
  return table[call][architectures[architecture].column] ?? undefined;
}

const names = (group: Partial<Record<SystemCall, unknown>>): SystemCall[] =>
  Object.keys(group).filter((name): name is SystemCall => name in table);

/** Refused for all programs. */
export const refusedToAll: readonly SystemCall[] = [
  sockets,
  otherProcesses,
  kernelSurface,
  mountsAndNamespaces,
  theMachine,
  uncountedMemory,
].flatMap(names);

/** Also refused for programs that run code of the project. */
export const refusedToUntrusted: readonly SystemCall[] = [socketPairs, newProcesses].flatMap(names);
